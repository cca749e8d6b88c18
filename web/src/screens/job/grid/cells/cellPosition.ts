// The position of a cell: its row from 0, and its column among the shown ones. Cells carry their position in ARIA
// attributes, so that one listener handles all of them.

export interface CellPosition {
  row: number;
  column: number;
}

const HEADER_ROWS = 1;

/** The ARIA indexes of rows and cells: from 1, including the header. */
export const toRowIndex = (row: number): number => row + 1 + HEADER_ROWS;
export const toColumnIndex = (column: number): number => column + 1;

export function getCellId({ row, column }: CellPosition): string {
  return `cell-${row}-${column}`;
}

/** Returns the position of the cell that contains the target; null outside of cells. */
export function findPosition(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest("[role=gridcell]") : null;
  const row = cell?.closest("[role=row]");
  if (!cell || !row) return null;
  return {
    row: Number(row.getAttribute("aria-rowindex")) - 1 - HEADER_ROWS,
    column: Number(cell.getAttribute("aria-colindex")) - 1,
  };
}
