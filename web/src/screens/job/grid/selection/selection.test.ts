import { describe, expect, test } from "vitest";
import { MOST_SELECTED, toggled } from "./selection";

describe("toggled", () => {
  test("adds a row, and removes it again", () => {
    const once = toggled({ ids: new Set(["a"]), isAll: false }, "b");
    expect([...once.ids]).toEqual(["a", "b"]);
    expect([...toggled(once, "a").ids]).toEqual(["b"]);
  });

  test("does not change the selection that it was given", () => {
    const before = { ids: new Set(["a"]), isAll: false };
    toggled(before, "b");
    toggled(before, "a");
    expect([...before.ids]).toEqual(["a"]);
  });

  test("adds no row above the limit, but still removes one", () => {
    const full = { ids: new Set(Array.from({ length: MOST_SELECTED }, (_, row) => `i${row}`)), isAll: false };
    expect(toggled(full, "another").ids.size).toBe(MOST_SELECTED);
    expect(toggled(full, "another").ids.has("another")).toBe(false);
    expect(toggled(full, "i0").ids.size).toBe(MOST_SELECTED - 1);
  });

  test("changes nothing while all rows are selected", () => {
    expect(toggled({ ids: new Set(), isAll: true }, "a")).toEqual({ ids: new Set(), isAll: true });
  });
});
