import { describe, expect, test } from "vitest";
import { type GridSize, movePosition } from "./keyboard";

const SIZE: GridSize = { rows: 100, columns: 5, visibleRows: 20 };
const go = (row: number, column: number, key: string, isWide = false, size = SIZE) => {
  const spot = movePosition({ row, column }, key, isWide, size);
  return spot && [spot.row, spot.column];
};

describe("movePosition", () => {
  test.each([
    ["ArrowUp", [9, 2]],
    ["ArrowDown", [11, 2]],
    ["ArrowLeft", [10, 1]],
    ["ArrowRight", [10, 3]],
    ["PageUp", [0, 2]],
    ["PageDown", [30, 2]],
    ["Home", [10, 0]],
    ["End", [10, 4]],
  ])("%s leads from row 10, column 2 to %j", (key, place) => {
    expect(go(10, 2, key)).toEqual(place);
  });

  test.each([
    ["ArrowUp", [0, 2]],
    ["ArrowDown", [99, 2]],
    ["ArrowLeft", [10, 0]],
    ["ArrowRight", [10, 4]],
    ["Home", [0, 0]],
    ["End", [99, 4]],
  ])("Control+%s leads from row 10, column 2 to %j", (key, place) => {
    expect(go(10, 2, key, true)).toEqual(place);
  });

  test("stops at the edges", () => {
    expect(go(0, 0, "ArrowUp")).toEqual([0, 0]);
    expect(go(0, 0, "ArrowLeft")).toEqual([0, 0]);
    expect(go(99, 4, "ArrowDown")).toEqual([99, 4]);
    expect(go(99, 4, "ArrowRight")).toEqual([99, 4]);
    expect(go(95, 2, "PageDown")).toEqual([99, 2]);
  });

  test("stays in the first row of an empty grid", () => {
    const empty = { ...SIZE, rows: 0 };
    expect(go(0, 1, "ArrowDown", false, empty)).toEqual([0, 1]);
    expect(go(0, 1, "End", true, empty)).toEqual([0, 4]);
  });

  test.each(["Enter", "a", "Tab", "F2", " "])("leads nowhere for %j", (key) => {
    expect(go(10, 2, key)).toBeNull();
  });
});
