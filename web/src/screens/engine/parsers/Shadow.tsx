import { Button, Code, List, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Schemas } from "../../../api/client";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { number, plural } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { WebLink } from "../../../parts/links/WebLink";
import { Asked } from "../parts/Asked";
import { WideTable } from "../parts/WideTable";
import { shadow } from "../queries";
import type { Kind } from "../search";
import { Differences } from "./Differences";

type Report = Schemas["ShadowShape"];

const route = getRouteApi("/engine/$part");
const COLUMNS = ["Extractor", "Kind", "Field", "Pages", "Same", "Added", "Changed", "Lost", "Look"];

/** What an extractor on trial makes of live pages, beside what is made of them. */
export function Shadow() {
  const asked = useQuery(shadow);
  const { field, kind } = route.useSearch();
  return (
    <>
      <Title order={2} size="h4" mb="xs" id="shadow">
        An extractor on trial
      </Title>
      <Asked of={asked} rows={2} label="Asking for the trials">
        {(report) => (report.runs.length === 0 ? <None /> : <Found report={report} />)}
      </Asked>
      {field !== undefined && <Differences field={field} kind={kind} />}
    </>
  );
}

function None() {
  return (
    <EmptyState title="No extractor is on trial">
      A worker started with <Code>GARNER_SHADOW_EXTRACTOR=module:function</Code> gives live pages to that
      extractor too. What it makes of them is compared here, field by field, and never used.
    </EmptyState>
  );
}

function Found({ report: { runs, fields, failures } }: { report: Report }) {
  const navigate = route.useNavigate();
  return (
    <Stack gap="sm">
      {runs.map(({ candidate, kind, versions, pages, failures: failed, lastAt }) => (
        <Text key={`${candidate} ${kind}`} size="sm">
          <Code>{candidate}</Code> ({versions.join(", ") || "no version"}): {plural(pages, "page")} read for a{" "}
          {kind}, failed on {number(failed)}, the last <Time at={lastAt} />.
        </Text>
      ))}
      <WideTable label="What the extractor on trial says, field by field" columns={COLUMNS} minWidth={760}>
        {fields.map((one) => (
          <Table.Tr key={`${one.candidate} ${one.kind} ${one.field}`}>
            <Table.Td>
              <Code>{one.candidate}</Code>
            </Table.Td>
            <Table.Td>{one.kind}</Table.Td>
            <Table.Td>{one.field}</Table.Td>
            {[one.pages, one.same, one.added, one.changed, one.lost].map((count, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <Table.Td key={place}>{number(count)}</Table.Td>
            ))}
            <Table.Td>
              {one.same < one.pages && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Differences of ${one.field} of a ${one.kind}`}
                  onClick={() =>
                    navigate({ search: (now) => ({ ...now, field: one.field, kind: one.kind as Kind }) })
                  }
                >
                  Differences
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
      {failures.length > 0 && (
        <List size="sm" aria-label="Pages on which it failed">
          {failures.map(({ url, error, comparedAt }) => (
            <List.Item key={`${url} ${comparedAt}`} style={{ overflowWrap: "anywhere" }}>
              {error} <WebLink to={url} />
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
