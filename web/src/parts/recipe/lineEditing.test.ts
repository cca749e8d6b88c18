import type { KeyboardEvent } from "react";
import { describe, expect, test } from "vitest";
import { keyAction, nameAt } from "./lineEditing";
import { newLine } from "./lines";

const press = (key: string, more: { shiftKey?: boolean; altKey?: boolean; isComposing?: boolean } = {}) =>
  ({
    key,
    ...more,
    nativeEvent: { isComposing: more.isComposing ?? false },
  }) as KeyboardEvent<HTMLTextAreaElement>;

describe("nameAt", () => {
  test("counts lines and headings separately", () => {
    const lines = [newLine("a"), newLine("Dough", true), newLine("b"), newLine("Icing", true), newLine("c")];
    expect(lines.map((_, index) => nameAt(lines, index, "Ingredient"))).toEqual([
      "Ingredient 1",
      "Heading 1 of the ingredients",
      "Ingredient 2",
      "Heading 2 of the ingredients",
      "Ingredient 3",
    ]);
  });
});

describe("keyAction", () => {
  test("adds a line on Enter, and a line break on Shift+Enter", () => {
    expect(keyAction(press("Enter"), "text")).toBe("add");
    expect(keyAction(press("Enter", { shiftKey: true }), "text")).toBeNull();
  });

  test("does nothing while an input method composes a character", () => {
    expect(keyAction(press("Enter", { isComposing: true }), "text")).toBeNull();
    expect(keyAction(press("Backspace", { isComposing: true }), "")).toBeNull();
  });

  test("removes a line on Backspace only when it is empty", () => {
    expect(keyAction(press("Backspace"), "")).toBe("remove");
    expect(keyAction(press("Backspace"), " ")).toBeNull();
  });

  test("moves a line with the arrow keys only while Alt is held", () => {
    expect(keyAction(press("ArrowUp", { altKey: true }), "text")).toBe("up");
    expect(keyAction(press("ArrowDown", { altKey: true }), "text")).toBe("down");
    expect(keyAction(press("ArrowUp"), "text")).toBeNull();
    expect(keyAction(press("ArrowLeft", { altKey: true }), "text")).toBeNull();
  });
});
