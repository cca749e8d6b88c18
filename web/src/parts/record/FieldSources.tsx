import "./FieldSources.css";
import { Code, Stack, Text } from "@mantine/core";
import { createContext, type ReactNode, useContext } from "react";
import { formatPercent } from "../format/numbers";
import { describeConfidence, type FieldSource, formatFieldName } from "./provenance";

type Sources = Record<string, FieldSource | undefined>; // keyed by field

const SourcesContext = createContext<Sources | null>(null);

/** Provides the sources to all fields inside it; null hides them. */
export function SourcesProvider({ sources, children }: { sources: Sources | null; children: ReactNode }) {
  return <SourcesContext value={sources}>{children}</SourcesContext>;
}

export function useIsExplaining(): boolean {
  return useContext(SourcesContext) !== null;
}

/** Shows fields of a record and, while explanations are on, the source and confidence of each below them. */
export function FieldSources({ fields, children }: { fields: readonly string[]; children: ReactNode }) {
  const sources = useContext(SourcesContext);
  if (sources === null) return children;
  const shown = fields.flatMap((name) => {
    const source = sources[name];
    return source?.source ? [{ name, source }] : [];
  });
  return (
    <div>
      {children}
      {shown.length > 0 && (
        <Stack gap={4} mt={6} mb={4} className="field-sources">
          {shown.map(({ name, source }) => (
            <Source key={name} name={name} source={source} />
          ))}
        </Stack>
      )}
    </div>
  );
}

function Source({ name, source: shown }: { name: string; source: FieldSource }) {
  const { source, path, confidence } = shown;
  const snippet = shown.snippet === String(shown.value) ? null : shown.snippet; // not shown twice
  const field = formatFieldName(name);
  return (
    <Text size="xs" component="div" role="note" aria-label={`Source of “${field}”`}>
      <b>{field}</b>: {source}
      {path && (
        <>
          , at <Code fz="xs">{path}</Code>
        </>
      )}
      .{confidence !== null && ` Confidence ${formatPercent(confidence)}, ${describeConfidence(confidence)}.`}
      {snippet && (
        <>
          {" "}
          Text on the page: <q>{snippet}</q>
        </>
      )}
    </Text>
  );
}
