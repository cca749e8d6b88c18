// A place among the cells: its row from 0 on, its column among those that are shown. Cells say of themselves where they
// are, so that one listener does for all of them.

export interface Spot {
  row: number;
  column: number;
}

const HEADER_ROWS = 1;

/** As rows and cells are counted for those who hear them: from 1 on, the header included. */
export const rowIndex = (row: number): number => row + 1 + HEADER_ROWS;
export const columnIndex = (column: number): number => column + 1;

export function cellId({ row, column }: Spot): string {
  return `cell-${row}-${column}`;
}

/** The cell that something is in; null for what is in none. */
export function spotOf(target: EventTarget): Spot | null {
  const cell = target instanceof Element ? target.closest("[role=gridcell]") : null;
  const row = cell?.closest("[role=row]");
  if (!cell || !row) return null;
  return {
    row: Number(row.getAttribute("aria-rowindex")) - 1 - HEADER_ROWS,
    column: Number(cell.getAttribute("aria-colindex")) - 1,
  };
}
