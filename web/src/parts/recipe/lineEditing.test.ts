import type { KeyboardEvent } from "react";
import { describe, expect, test } from "vitest";
import { keyAct, nameAt } from "./lineEditing";
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
    expect(lines.map((_, place) => nameAt(lines, place, "Ingredient"))).toEqual([
      "Ingredient 1",
      "Heading 1 of the ingredients",
      "Ingredient 2",
      "Heading 2 of the ingredients",
      "Ingredient 3",
    ]);
  });
});

describe("keyAct", () => {
  test("adds a line on Enter, and a line break on Shift+Enter", () => {
    expect(keyAct(press("Enter"), "text")).toBe("add");
    expect(keyAct(press("Enter", { shiftKey: true }), "text")).toBeNull();
  });

  test("does nothing while an input method composes a character", () => {
    expect(keyAct(press("Enter", { isComposing: true }), "text")).toBeNull();
    expect(keyAct(press("Backspace", { isComposing: true }), "")).toBeNull();
  });

  test("removes a line on Backspace only when it is empty", () => {
    expect(keyAct(press("Backspace"), "")).toBe("remove");
    expect(keyAct(press("Backspace"), " ")).toBeNull();
  });

  test("moves a line with the arrow keys only while Alt is held", () => {
    expect(keyAct(press("ArrowUp", { altKey: true }), "text")).toBe("up");
    expect(keyAct(press("ArrowDown", { altKey: true }), "text")).toBe("down");
    expect(keyAct(press("ArrowUp"), "text")).toBeNull();
    expect(keyAct(press("ArrowLeft", { altKey: true }), "text")).toBeNull();
  });
});
