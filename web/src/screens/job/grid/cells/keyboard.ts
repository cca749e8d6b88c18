// Keyboard navigation in the grid.
import type { CellPosition } from "./cellPosition";

export interface GridSize {
  rows: number;
  columns: number;
  /** The number of visible rows. */
  visibleRows: number;
}

/** Returns the cell that a key moves to; null for other keys. */
export function movePosition(
  position: CellPosition,
  key: string,
  isWide: boolean,
  { rows, columns, visibleRows }: GridSize,
): CellPosition | null {
  const to = (row: number, column: number): CellPosition => ({
    row: Math.min(Math.max(0, row), Math.max(0, rows - 1)),
    column: Math.min(Math.max(0, column), columns - 1),
  });
  const { row, column } = position;
  switch (key) {
    case "ArrowUp":
      return to(isWide ? 0 : row - 1, column);
    case "ArrowDown":
      return to(isWide ? rows - 1 : row + 1, column);
    case "ArrowLeft":
      return to(row, isWide ? 0 : column - 1);
    case "ArrowRight":
      return to(row, isWide ? columns - 1 : column + 1);
    case "PageUp":
      return to(row - visibleRows, column);
    case "PageDown":
      return to(row + visibleRows, column);
    case "Home":
      return to(isWide ? 0 : row, 0);
    case "End":
      return to(isWide ? rows - 1 : row, columns - 1);
    default:
      return null;
  }
}
