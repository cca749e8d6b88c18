import { Button, Code, List, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Schemas } from "../../../api/client";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { formatCount, formatNumber } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { WebLink } from "../../../parts/links/WebLink";
import type { Kind } from "../../../parts/record/kinds";
import { QueryResult } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { shadow } from "../queries";
import { Differences } from "./Differences";

type Report = Schemas["ShadowShape"];

const route = getRouteApi("/engine/$part");
const COLUMNS = ["Extractor", "Kind", "Field", "Pages", "Same", "Added", "Changed", "Lost", "Details"];

/** Compares an extractor on trial with the current one, on live pages. */
export function Shadow() {
  const comparison = useQuery(shadow);
  const { field, kind } = route.useSearch();
  return (
    <>
      <Title order={2} size="h4" mb="xs" id="shadow">
        Extractor on trial
      </Title>
      <QueryResult query={comparison} rows={2} label="Loading the comparison">
        {(report) => (report.runs.length === 0 ? <NoTrial /> : <Comparison report={report} />)}
      </QueryResult>
      {field !== undefined && <Differences field={field} kind={kind} />}
    </>
  );
}

function NoTrial() {
  return (
    <EmptyState title="No extractor on trial">
      A worker started with <Code>GARNER_SHADOW_EXTRACTOR=module:function</Code> also passes live pages to
      that extractor. Its results are compared here, field by field, and not used otherwise.
    </EmptyState>
  );
}

function Comparison({ report: { runs, fields, failures } }: { report: Report }) {
  const navigate = route.useNavigate();
  return (
    <Stack gap="sm">
      {runs.map(({ candidate, kind, versions, pages, failures: failed, lastAt }) => (
        <Text key={`${candidate} ${kind}`} size="sm">
          <Code>{candidate}</Code> ({versions.join(", ") || "no version"}): {formatCount(pages, "page")} read
          as {kind}, {formatNumber(failed)} failed, last <Time at={lastAt} />.
        </Text>
      ))}
      <WideTable label="Comparison by field" columns={COLUMNS} minWidth={760}>
        {fields.map((row) => (
          <Table.Tr key={`${row.candidate} ${row.kind} ${row.field}`}>
            <Table.Td>
              <Code>{row.candidate}</Code>
            </Table.Td>
            <Table.Td>{row.kind}</Table.Td>
            <Table.Td>{row.field}</Table.Td>
            {[row.pages, row.same, row.added, row.changed, row.lost].map((count, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <Table.Td key={index}>{formatNumber(count)}</Table.Td>
            ))}
            <Table.Td>
              {row.same < row.pages && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Differences: ${row.field} of ${row.kind}`}
                  onClick={() =>
                    navigate({ search: (now) => ({ ...now, field: row.field, kind: row.kind as Kind }) })
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
        <List size="sm" aria-label="Failed pages">
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
