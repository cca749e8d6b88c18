import type { CSSProperties } from "react";
import type { ShownColumn } from "./useColumns";

const SELECT_WIDTH = 40;
const NUMBER_WIDTH = 80;
export const FIRST_COLUMNS_WIDTH = SELECT_WIDTH + NUMBER_WIDTH;
/** The box to select a row, and its number. */
export const FIRST_COLUMNS = 2;
export const SELECT_STYLE: CSSProperties = { width: SELECT_WIDTH };
export const NUMBER_STYLE: CSSProperties = { width: NUMBER_WIDTH };

/** A column that is in view, and where it lies. */
export interface PlacedColumn {
  column: ShownColumn;
  /** Among all that are shown, those first two included. */
  index: number;
  /** The same for all its cells, so that they are told apart from others quickly. */
  style: CSSProperties;
}

/** A sentence at the end of a row takes what room is left. */
export function stretchLastColumn(shown: readonly ShownColumn[], room: number): readonly ShownColumn[] {
  const last = shown.at(-1);
  if (last?.look !== "waiting") return shown;
  const before = shown.slice(0, -1);
  const left = before.reduce((rest, { width }) => rest - width, room - FIRST_COLUMNS_WIDTH);
  return [...before, { ...last, width: Math.max(last.width, left) }];
}
