import { describe, expect, test } from "vitest";
import { parseStored } from "../../../../storage/storedValue";
import { isVisibilityMap, isWidthMap, MAX_WIDTH, MIN_WIDTH, resizeByKey } from "./widths";

describe("resizeByKey", () => {
  test.each([
    ["ArrowLeft", 108],
    ["ArrowRight", 140],
    ["Home", MIN_WIDTH],
    ["End", MAX_WIDTH],
    ["Enter", null],
    ["ArrowUp", null],
  ])("%s makes a width of 124 pixels %j", (key, width) => {
    expect(resizeByKey(key, 124)).toBe(width);
  });
});

describe("stored columns and widths", () => {
  test("are used when they have the expected shape", () => {
    expect(parseStored('{"price": true, "title": false}', isVisibilityMap)).toEqual({
      price: true,
      title: false,
    });
    expect(parseStored('{"price": 120.5}', isWidthMap)).toEqual({ price: 120.5 });
    expect(parseStored("{}", isWidthMap)).toEqual({});
  });

  test.each([
    "null",
    "1",
    '"x"',
    "[1]",
    "{",
    '{"form": {}, "began": {}, "revision": 1, "at": ""}',
    '{"price": "wide"}',
    '{"price": null}',
  ])("are ignored when they are %s", (text) => {
    expect(parseStored(text, isVisibilityMap)).toBeNull();
    expect(parseStored(text, isWidthMap)).toBeNull();
  });

  test("are not mistaken for each other", () => {
    expect(parseStored('{"price": 1}', isVisibilityMap)).toBeNull();
    expect(parseStored('{"price": true}', isWidthMap)).toBeNull();
  });
});
