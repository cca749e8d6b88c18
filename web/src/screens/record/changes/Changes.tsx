import "./Changes.css";
import { Box, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { Schemas } from "../../../api/client";
import { plural } from "../../../parts/format/numbers";
import { fieldInWords } from "../../../parts/record/provenance";
import { shown } from "./changeText";

type Change = Schemas["ChangeShape"];
type Part = Schemas["PartShape"];

/** What differs from the version before, field by field: lines that went, lines that came. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <Stack gap="sm" component="dl" m={0}>
      {changes.map((change) => (
        <Box key={change.field}>
          <Text component="dt" size="sm" fw={600}>
            {fieldInWords(change.field)}
          </Text>
          <Box component="dd" m={0}>
            {change.parts ? (
              <Parts parts={change.parts} leftOff={change.partsLeftOff} />
            ) : (
              <>
                <Gone value={change.before} />
                <Came value={change.after} />
              </>
            )}
          </Box>
        </Box>
      ))}
    </Stack>
  );
}

function Parts({ parts, leftOff }: { parts: readonly Part[]; leftOff: number }) {
  return (
    <>
      {parts.map((part) => (
        <div key={`${part.change}${part.place}`}>
          {part.change === "moved" ? (
            <Text size="sm" className="line">
              ↕ Now in place {part.place}: {shown(part.after ?? part.before)}
            </Text>
          ) : (
            <>
              <Gone value={part.before} />
              <Came value={part.after} />
            </>
          )}
        </div>
      ))}
      {leftOff > 0 && (
        <Text size="sm" c="dimmed">
          and {plural(leftOff, "more difference")}
        </Text>
      )}
    </>
  );
}

function Gone({ value }: { value: unknown }) {
  if (isNothing(value)) return null;
  return (
    <Text size="sm" component="del" className="line line-gone">
      <span aria-hidden>− </span>
      <VisuallyHidden>Before: </VisuallyHidden>
      {shown(value)}
    </Text>
  );
}

function Came({ value }: { value: unknown }) {
  if (isNothing(value)) return null;
  return (
    <Text size="sm" component="ins" className="line line-came">
      <span aria-hidden>+ </span>
      <VisuallyHidden>Now: </VisuallyHidden>
      {shown(value)}
    </Text>
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
