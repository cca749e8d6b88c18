import { describe, expect, test } from "vitest";
import { formatCell, formatOneLine } from "./cells";

describe("formatCell", () => {
  test.each([
    [null, ""],
    [undefined, ""],
    ["text", "text"],
    [0, "0"],
    [false, "false"],
    [["a", "b"], "a\nb"],
    [[], ""],
    [["a", 1], '["a",1]'],
    [[{ raw: "a" }], '[{"raw":"a"}]'],
    [{ a: null }, '{"a":null}'],
  ])("shows %j as %j", (value, text) => {
    expect(formatCell(value)).toBe(text);
  });
});

test("formatOneLine shortens text of more than 300 characters", () => {
  expect(formatOneLine("a".repeat(300))).toBe("a".repeat(300));
  expect(formatOneLine("a".repeat(301))).toBe(`${"a".repeat(300)}…`);
  expect(formatOneLine(Array.from({ length: 200 }, () => "ab"))).toHaveLength(301);
});
