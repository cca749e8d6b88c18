import type { KeyboardEvent } from "react";
import { describe, expect, test } from "vitest";
import { findKeyAction, getLineName } from "./lineEditing";
import { createLine } from "./lines";

const press = (key: string, more: { shiftKey?: boolean; altKey?: boolean; isComposing?: boolean } = {}) =>
  ({
    key,
    ...more,
    nativeEvent: { isComposing: more.isComposing ?? false },
  }) as KeyboardEvent<HTMLTextAreaElement>;

describe("getLineName", () => {
  test("counts lines and headings separately", () => {
    const lines = [
      createLine("a"),
      createLine("Dough", true),
      createLine("b"),
      createLine("Icing", true),
      createLine("c"),
    ];
    expect(lines.map((_, index) => getLineName(lines, index, "Ingredient"))).toEqual([
      "Ingredient 1",
      "Heading 1 of the ingredients",
      "Ingredient 2",
      "Heading 2 of the ingredients",
      "Ingredient 3",
    ]);
  });
});

describe("findKeyAction", () => {
  test("adds a line on Enter, and a line break on Shift+Enter", () => {
    expect(findKeyAction(press("Enter"), "text")).toBe("add");
    expect(findKeyAction(press("Enter", { shiftKey: true }), "text")).toBeNull();
  });

  test("does nothing while an input method composes a character", () => {
    expect(findKeyAction(press("Enter", { isComposing: true }), "text")).toBeNull();
    expect(findKeyAction(press("Backspace", { isComposing: true }), "")).toBeNull();
  });

  test("removes a line on Backspace only when it is empty", () => {
    expect(findKeyAction(press("Backspace"), "")).toBe("remove");
    expect(findKeyAction(press("Backspace"), " ")).toBeNull();
  });

  test("moves a line with the arrow keys only while Alt is held", () => {
    expect(findKeyAction(press("ArrowUp", { altKey: true }), "text")).toBe("up");
    expect(findKeyAction(press("ArrowDown", { altKey: true }), "text")).toBe("down");
    expect(findKeyAction(press("ArrowUp"), "text")).toBeNull();
    expect(findKeyAction(press("ArrowLeft", { altKey: true }), "text")).toBeNull();
  });
});
