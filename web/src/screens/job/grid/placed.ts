import type { ShownColumn } from "./useColumns";

export const SELECT_WIDTH = 40;
export const ROW_WIDTH = 80;
export const FIRST_COLUMNS_WIDTH = SELECT_WIDTH + ROW_WIDTH;
/** The box to select a row, and its number. */
export const FIRST_COLUMNS = 2;

/** A column that is in view, and where it lies. */
export interface PlacedColumn {
  column: ShownColumn;
  /** Among all that are shown, those first two included. */
  index: number;
  start: number;
}
