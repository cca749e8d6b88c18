import { Progress, Table, Text } from "@mantine/core";
import { labelOf } from "../format/codes";
import { percent } from "../format/numbers";
import { WebLink } from "../links/WebLink";
import type { Candidate, Data } from "./types";

/** What a row may have meant, the best first, each with how well it fits and by what it was found. */
export function Candidates({ candidates, label }: { candidates: readonly Candidate[]; label: string }) {
  if (candidates.length === 0) return <Text size="sm">Nothing in the catalogue came near it.</Text>;
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Candidate</Table.Th>
            <Table.Th>Brand</Table.Th>
            <Table.Th>SKU</Table.Th>
            <Table.Th>Found by</Table.Th>
            <Table.Th w={140}>Fits</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {candidates.map((one) => (
            <Table.Tr key={`${one.id}${one.provider}${one.url}${one.name}`}>
              <Table.Td>{one.url ? <WebLink to={one.url}>{one.name}</WebLink> : one.name}</Table.Td>
              <Table.Td>{one.brand ?? "–"}</Table.Td>
              <Table.Td>{one.sku ?? "–"}</Table.Td>
              <Table.Td>{one.provider ? `Provider ${one.provider}` : labelOf(one.strategy)}</Table.Td>
              <Table.Td>
                <Text size="sm">{percent(one.score)}</Text>
                <Progress value={one.score * 100} size="xs" aria-hidden />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The candidates that an item's result holds; none where it was not matched. */
export function candidatesOf(result: Data | null | undefined): Candidate[] | null {
  const kept = result?.candidates;
  return Array.isArray(kept) ? (kept as Candidate[]) : null;
}
