import { Kbd, Table } from "@mantine/core";

const KEYS: [string[], string][] = [
  [["Tab"], "Move to the next control"],
  [["←", "↑", "→", "↓"], "Move between cells of a job's grid"],
  [["PageUp", "PageDown", "Home", "End"], "Scroll the grid"],
  [["Space"], "Select a row"],
  [["Enter"], "Open a row or edit a cell"],
  [["Esc"], "Cancel an edit or close a dialog"],
];

export function KeyboardShortcuts() {
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
