import { Alert, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { FieldSources, SourcesProvider } from "../../parts/record/FieldSources";
import type { Kind } from "../../parts/record/kinds";
import { formatFieldName } from "../../parts/record/provenance";
import { RecordCard } from "../../parts/record/RecordCard";
import type { Data } from "../../parts/record/types";
import { ExplainSwitch } from "./ExplainSwitch";
import { MatchSection } from "./MatchSection";
import { Notes } from "./Notes";
import type { ItemRecord } from "./useRecord";

// Fields that repeat another field in a different form.
const REPEATED_FIELDS = ["instruction_groups", "description_html"];

interface Props {
  item: ItemRecord;
  kind: Kind;
  record: Data;
  isExplaining: boolean;
  onExplain: (isOn: boolean) => void;
}

/** The record for reading; while explaining, with the source of each field. */
export function RecordView({ item, kind, record, isExplaining, onExplain }: Props) {
  return (
    <SourcesProvider sources={isExplaining ? item.fields : null}>
      <Stack gap="md" style={{ overflowWrap: "anywhere" }}>
        <ExplainSwitch isOn={isExplaining} onChange={onExplain} />
        <Notes item={item} />
        {isExplaining && <Explanation item={item} />}
        <VisuallyHidden component="h2">Record</VisuallyHidden>
        <RecordCard kind={kind} record={record} />
        {item.match && <MatchSection match={item.match} />}
      </Stack>
    </SourcesProvider>
  );
}

function Explanation({ item: { fields, extractor, extractorVersion } }: { item: ItemRecord }) {
  const isKept = Object.values(fields).some(({ source }) => source !== null);
  const missing = Object.keys(fields).filter(
    (name) => !REPEATED_FIELDS.includes(name) && isEmpty(fields[name]?.value),
  );
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="How this record was read">
      <Stack gap={4}>
        <Text size="sm">
          {isKept
            ? "Below each field you see where on the page it was found, and with what confidence."
            : "The sources of the fields are not stored. They are missing for records that were matched, submitted, or changed since."}
          {extractor && ` Read by ${extractor}${extractorVersion ? `, version ${extractorVersion}` : ""}.`}
        </Text>
        {missing.length > 0 && (
          <Text size="sm">Not found on the page: {missing.map(formatFieldName).join(", ")}.</Text>
        )}
        <FieldSources fields={["title", "name"]}>{null}</FieldSources>
      </Stack>
    </Alert>
  );
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}
