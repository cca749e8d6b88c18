import { describe, expect, test } from "vitest";
import { isObject, isText, parseStored } from "./storedValue";

describe("parseStored", () => {
  test("returns the parsed value when it has the expected shape", () => {
    expect(parseStored('{"a": 1}', isObject)).toEqual({ a: 1 });
  });

  test.each([null, undefined, "", "{", "null", "1", '"text"', "[1]"])(
    "returns null for the stored text %j",
    (text) => {
      expect(parseStored(text, isObject)).toBeNull();
    },
  );
});

describe("isObject", () => {
  test.each([[[]], [null], [undefined], ["text"], [0], [() => 1]])("refuses %j", (value) => {
    expect(isObject(value)).toBe(false);
  });

  test("accepts an object without properties", () => {
    expect(isObject({})).toBe(true);
  });
});

test("isText accepts the empty string and refuses other types", () => {
  expect(isText("")).toBe(true);
  expect([0, null, undefined, ["a"], {}].some(isText)).toBe(false);
});
