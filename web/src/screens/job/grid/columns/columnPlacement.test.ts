import { expect, test } from "vitest";
import { FIRST_COLUMNS_WIDTH, stretchLastColumn } from "./columnPlacement";
import type { ShownColumn } from "./useColumns";

const column = (cellType: string, width: number) => ({ cellType, width }) as ShownColumn;
const widths = (columns: readonly ShownColumn[]) => columns.map(({ width }) => width);

test("the reason for waiting takes the room that is left when it is the last column", () => {
  const columns = [column("status", 100), column("text", 200), column("waiting", 320)];
  expect(widths(stretchLastColumn(columns, 1_000))).toEqual([100, 200, 1_000 - FIRST_COLUMNS_WIDTH - 300]);
  expect(widths(columns)).toEqual([100, 200, 320]);
});

test("the reason for waiting never gets narrower than it is", () => {
  expect(widths(stretchLastColumn([column("status", 600), column("waiting", 320)], 800))).toEqual([600, 320]);
});

test("other columns are not stretched", () => {
  const columns = [column("waiting", 320), column("text", 100)];
  expect(stretchLastColumn(columns, 2_000)).toBe(columns);
  expect(stretchLastColumn([], 2_000)).toEqual([]);
});
