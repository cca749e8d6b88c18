import type { CSSProperties } from "react";
import type { ShownColumn } from "./useColumns";

const SELECT_WIDTH = 40;
const NUMBER_WIDTH = 80;
export const FIRST_COLUMNS_WIDTH = SELECT_WIDTH + NUMBER_WIDTH;
/** The checkbox and the row number. */
export const FIRST_COLUMNS = 2;
export const SELECT_STYLE: CSSProperties = { width: SELECT_WIDTH };
export const NUMBER_STYLE: CSSProperties = { width: NUMBER_WIDTH };

/** A column in view, with its position. */
export interface PlacedColumn {
  column: ShownColumn;
  /** The index among all shown columns, including the first two. */
  index: number;
  /** The same object for all cells of the column, so that a comparison is fast. */
  style: CSSProperties;
}

/** Gives the remaining width to a reason in the last column. */
export function stretchLastColumn(
  shown: readonly ShownColumn[],
  availableWidth: number,
): readonly ShownColumn[] {
  const last = shown.at(-1);
  if (last?.cellType !== "waiting") return shown;
  const before = shown.slice(0, -1);
  const left = before.reduce((rest, { width }) => rest - width, availableWidth - FIRST_COLUMNS_WIDTH);
  return [...before, { ...last, width: Math.max(last.width, left) }];
}
