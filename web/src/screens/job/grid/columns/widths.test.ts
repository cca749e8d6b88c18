import { describe, expect, test } from "vitest";
import { fitting } from "../../../../storage/kept";
import { areChoices, areWidths, NARROWEST, WIDEST, widthBy } from "./widths";

describe("widthBy", () => {
  test.each([
    ["ArrowLeft", 108],
    ["ArrowRight", 140],
    ["Home", NARROWEST],
    ["End", WIDEST],
    ["Enter", null],
    ["ArrowUp", null],
  ])("%s makes a width of 124 pixels %j", (key, width) => {
    expect(widthBy(key, 124)).toBe(width);
  });
});

describe("kept columns and widths", () => {
  test("are used when they have the expected shape", () => {
    expect(fitting('{"price": true, "title": false}', areChoices)).toEqual({ price: true, title: false });
    expect(fitting('{"price": 120.5}', areWidths)).toEqual({ price: 120.5 });
    expect(fitting("{}", areWidths)).toEqual({});
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
    expect(fitting(text, areChoices)).toBeNull();
    expect(fitting(text, areWidths)).toBeNull();
  });

  test("are not mistaken for each other", () => {
    expect(fitting('{"price": 1}', areChoices)).toBeNull();
    expect(fitting('{"price": true}', areWidths)).toBeNull();
  });
});
