import { List, Table, Text, VisuallyHidden } from "@mantine/core";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { formatNumber } from "../../../parts/format/numbers";
import { WebLink } from "../../../parts/links/WebLink";
import { WideTable } from "../parts/WideTable";
import { countFailedPages, type Difference, type Report } from "./report";

const COLUMNS = ["Site", "Kind", "Field", "Added", "Changed", "Lost", "Examples: before → after"];

/** The differences by site and field, with examples, and the pages on which the extractor failed. */
export function ReportDetails({ report, isOver }: { report: Report; isOver: boolean }) {
  const { differences, differencesLeftOff, failures, applied, total } = report;
  return (
    <>
      {differences.length > 0 && (
        <WideTable label="Differences" columns={COLUMNS} minWidth={820}>
          {differences.map((difference) => (
            <Row
              key={`${difference.domain} ${difference.kind} ${difference.field}`}
              difference={difference}
            />
          ))}
        </WideTable>
      )}
      {differencesLeftOff > 0 && (
        <Text size="sm" c="dimmed">
          {formatNumber(differencesLeftOff)} more fields with fewer differences are not shown.
        </Text>
      )}
      {isOver && !applied && differences.length === 0 && countFailedPages(report) === 0 && (
        <EmptyState title={total === 0 ? "No matching pages" : "No changes"}>
          {total === 0
            ? "No stored page matches. Check the name of the site, or leave fields empty to include more pages."
            : "The extractor returns the current record for every page. There is nothing to apply."}
        </EmptyState>
      )}
      {failures.length > 0 && (
        <List size="sm" aria-label="Failed pages">
          {failures.map(({ url, error }) => (
            <List.Item key={url} style={{ overflowWrap: "anywhere" }}>
              {error} <WebLink to={url} />
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

function Row({ difference }: { difference: Difference }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{difference.domain}</Table.Td>
      <Table.Td>{difference.kind}</Table.Td>
      <Table.Td>{difference.field}</Table.Td>
      <Table.Td>{formatNumber(difference.added)}</Table.Td>
      <Table.Td>{formatNumber(difference.changed)}</Table.Td>
      <Table.Td>{formatNumber(difference.lost)}</Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {difference.examples.map(({ url, before, after }) => (
          <Text key={url} size="sm">
            {before ?? "–"} → <b>{after ?? "–"}</b>{" "}
            <WebLink to={url}>
              page <VisuallyHidden>{url}</VisuallyHidden>
            </WebLink>
          </Text>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
