import "./Changes.css";
import { Box, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { Schemas } from "../../../api/client";
import { formatCount } from "../../../parts/format/numbers";
import { formatFieldName } from "../../../parts/record/provenance";
import { formatValue } from "./changeText";

type Change = Schemas["ChangeShape"];
type Part = Schemas["PartShape"];

/** The differences from the previous version, field by field: removed lines and added lines. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <Stack gap="sm" component="dl" m={0}>
      {changes.map((change) => (
        <Box key={change.field}>
          <Text component="dt" size="sm" fw={600}>
            {formatFieldName(change.field)}
          </Text>
          <Box component="dd" m={0}>
            {change.parts ? (
              <Parts parts={change.parts} hiddenCount={change.partsLeftOff} />
            ) : (
              <>
                <RemovedLine value={change.before} />
                <AddedLine value={change.after} />
              </>
            )}
          </Box>
        </Box>
      ))}
    </Stack>
  );
}

function Parts({ parts, hiddenCount }: { parts: readonly Part[]; hiddenCount: number }) {
  return (
    <>
      {parts.map((part) => (
        <div key={`${part.change}${part.place}`}>
          {part.change === "moved" ? (
            <Text size="sm" className="line">
              ↕ Moved to position {part.place}: {formatValue(part.after ?? part.before)}
            </Text>
          ) : (
            <>
              <RemovedLine value={part.before} />
              <AddedLine value={part.after} />
            </>
          )}
        </div>
      ))}
      {hiddenCount > 0 && (
        <Text size="sm" c="dimmed">
          and {formatCount(hiddenCount, "more difference")}
        </Text>
      )}
    </>
  );
}

function RemovedLine({ value }: { value: unknown }) {
  if (isEmpty(value)) return null;
  return (
    <Text size="sm" component="del" className="line line-removed">
      <span aria-hidden>− </span>
      <VisuallyHidden>Before: </VisuallyHidden>
      {formatValue(value)}
    </Text>
  );
}

function AddedLine({ value }: { value: unknown }) {
  if (isEmpty(value)) return null;
  return (
    <Text size="sm" component="ins" className="line line-added">
      <span aria-hidden>+ </span>
      <VisuallyHidden>Now: </VisuallyHidden>
      {formatValue(value)}
    </Text>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
