import { Table, Title } from "@mantine/core";
import { formatCell } from "../grid/cells/cells";

/** A table of cells, one per line with its name. */
export function CellTable({ title, cells }: { title: string; cells: Record<string, unknown> }) {
  const named = Object.entries(cells);
  if (named.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      <Table aria-label={title} layout="fixed">
        <Table.Tbody>
          {named.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="30%" style={{ overflowWrap: "anywhere" }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
                {formatCell(value)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
