import { Kbd, Table } from "@mantine/core";

const KEYS: [string[], string][] = [
  [["Tab"], "To the next thing that can be used"],
  [["←", "↑", "→", "↓"], "From cell to cell in a job's grid"],
  [["PageUp", "PageDown", "Home", "End"], "Further in the grid"],
  [["Space"], "Select a row"],
  [["Enter"], "Open a row, or edit a cell that can be edited"],
  [["Esc"], "Leave an edit, close what is open"],
];

export function Keys() {
  return (
    <Table>
      <Table.Tbody>
        {KEYS.map(([keys, what]) => (
          <Table.Tr key={what}>
            <Table.Th scope="row" w={230} fw={400}>
              {keys.map((key) => (
                <Kbd key={key} mr={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Th>
            <Table.Td>{what}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
