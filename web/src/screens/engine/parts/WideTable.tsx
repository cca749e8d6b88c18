import { Table } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  /** The accessible name of the table. */
  label: string;
  columns: readonly ReactNode[];
  children: ReactNode;
  minWidth?: number;
}

/** A table that scrolls horizontally on narrow screens, also with the arrow keys. */
export function WideTable({ label, columns, children, minWidth = 640 }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable with the keyboard
    <section aria-label={`Table: ${label}`} tabIndex={0} style={{ overflowX: "auto" }}>
      <Table striped verticalSpacing={6} miw={minWidth} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <Table.Th key={index} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}
