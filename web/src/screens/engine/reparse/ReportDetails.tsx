import { List, Table, Text, VisuallyHidden } from "@mantine/core";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { number } from "../../../parts/format/numbers";
import { WebLink } from "../../../parts/links/WebLink";
import { WideTable } from "../parts/WideTable";
import { type Difference, failedPages, type Report } from "./report";

const COLUMNS = ["Site", "Kind", "Field", "Added", "Changed", "Lost", "For example: before → after"];

/** What differs, per site and field, with a few examples; and where the extractor failed. */
export function Findings({ report, isOver }: { report: Report; isOver: boolean }) {
  const { differences, differencesLeftOff, failures, applied, total } = report;
  return (
    <>
      {differences.length > 0 && (
        <WideTable label="What differs" columns={COLUMNS} minWidth={820}>
          {differences.map((one) => (
            <Row key={`${one.domain} ${one.kind} ${one.field}`} one={one} />
          ))}
        </WideTable>
      )}
      {differencesLeftOff > 0 && (
        <Text size="sm" c="dimmed">
          And {number(differencesLeftOff)} more fields, which differ less.
        </Text>
      )}
      {isOver && !applied && differences.length === 0 && failedPages(report) === 0 && (
        <EmptyState title={total === 0 ? "No kept page fits" : "Nothing would change"}>
          {total === 0
            ? "Pages are kept once they were fetched. Check the site's name, or leave fields empty to choose more."
            : "The extractor says of every page what its record says already. There is nothing to approve."}
        </EmptyState>
      )}
      {failures.length > 0 && (
        <List size="sm" aria-label="Pages on which the extractor failed">
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

function Row({ one }: { one: Difference }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{one.domain}</Table.Td>
      <Table.Td>{one.kind}</Table.Td>
      <Table.Td>{one.field}</Table.Td>
      <Table.Td>{number(one.added)}</Table.Td>
      <Table.Td>{number(one.changed)}</Table.Td>
      <Table.Td>{number(one.lost)}</Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {one.examples.map(({ url, before, after }) => (
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
