import { describe, expect, test } from "vitest";
import { MAX_SELECTED, toggleItem } from "./selection";

describe("toggleItem", () => {
  test("adds a row, and removes it again", () => {
    const once = toggleItem({ ids: new Set(["a"]), isAll: false }, "b");
    expect([...once.ids]).toEqual(["a", "b"]);
    expect([...toggleItem(once, "a").ids]).toEqual(["b"]);
  });

  test("does not change the selection that it was given", () => {
    const before = { ids: new Set(["a"]), isAll: false };
    toggleItem(before, "b");
    toggleItem(before, "a");
    expect([...before.ids]).toEqual(["a"]);
  });

  test("adds no row above the limit, but still removes one", () => {
    const full = { ids: new Set(Array.from({ length: MAX_SELECTED }, (_, row) => `i${row}`)), isAll: false };
    expect(toggleItem(full, "another").ids.size).toBe(MAX_SELECTED);
    expect(toggleItem(full, "another").ids.has("another")).toBe(false);
    expect(toggleItem(full, "i0").ids.size).toBe(MAX_SELECTED - 1);
  });

  test("changes nothing while all rows are selected", () => {
    expect(toggleItem({ ids: new Set(), isAll: true }, "a")).toEqual({ ids: new Set(), isAll: true });
  });
});
