import { Table } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  /** What the table tells, for those who do not see what stands around it. */
  label: string;
  columns: readonly ReactNode[];
  children: ReactNode;
  minWidth?: number;
}

/** A table that scrolls sideways by itself where the screen is narrower than it, also by the arrow keys. */
export function WideTable({ label, columns, children, minWidth = 640 }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={`Table: ${label}`} tabIndex={0} style={{ overflowX: "auto" }}>
      <Table striped verticalSpacing={6} miw={minWidth} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <Table.Th key={place} scope="col">
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
