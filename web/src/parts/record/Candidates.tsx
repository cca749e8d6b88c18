import { Progress, Table, Text } from "@mantine/core";
import { formatCode } from "../format/codes";
import { formatPercent } from "../format/numbers";
import { WebLink } from "../links/WebLink";
import type { Candidate, Result } from "./types";

/** The products that a row may mean, best match first, each with its match and how it was found. */
export function Candidates({ candidates, label }: { candidates: readonly Candidate[]; label: string }) {
  if (candidates.length === 0) return <Text size="sm">No similar product in the catalogue.</Text>;
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Candidate</Table.Th>
            <Table.Th>Brand</Table.Th>
            <Table.Th>SKU</Table.Th>
            <Table.Th>Found by</Table.Th>
            <Table.Th w={140}>Match</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {candidates.map((candidate) => (
            <Table.Tr key={`${candidate.id}${candidate.provider}${candidate.url}${candidate.name}`}>
              <Table.Td>
                {candidate.url ? <WebLink to={candidate.url}>{candidate.name}</WebLink> : candidate.name}
              </Table.Td>
              <Table.Td>{candidate.brand ?? "–"}</Table.Td>
              <Table.Td>{candidate.sku ?? "–"}</Table.Td>
              <Table.Td>
                {candidate.provider ? `Provider ${candidate.provider}` : formatCode(candidate.strategy ?? "")}
              </Table.Td>
              <Table.Td>
                <Text size="sm">{formatPercent(candidate.score ?? 0)}</Text>
                <Progress value={(candidate.score ?? 0) * 100} size="xs" aria-hidden />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Returns the candidates in the result of an item; null if it was not matched. */
export function getCandidates(result: Result | null | undefined): Candidate[] | null {
  return result?.candidates ?? null;
}
