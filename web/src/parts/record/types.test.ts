import { describe, expect, test } from "vitest";
import { formatCode } from "../format/codes";
import { describeKind, isKind, MANY_OF_ANY_KIND, MANY_READ_OFF_PICTURES, ONE_OF_ANY_KIND } from "./kinds";
import { describeConfidence, formatFieldName } from "./provenance";
import { getPicture, getTitle } from "./types";

test("isKind accepts the kinds of records only", () => {
  expect(["recipe", "product", "posting"].every(isKind)).toBe(true);
  expect(["auto", "", "Recipe", null, 1].some(isKind)).toBe(false);
});

test("a kind is described by its name and its noun", () => {
  expect(describeKind("posting", { noun: "job posting", isReadOffPictures: false })).toEqual({
    label: "Posting",
    one: "a posting",
    many: "postings",
    ofJob: "job postings",
    isReadOffPictures: false,
  });
  expect(describeKind("article", { noun: "article", isReadOffPictures: true }).one).toBe("an article");
});

test("the kinds are named as alternatives", () => {
  expect(ONE_OF_ANY_KIND).toMatch(/^recipe, product(, \w+)* or \w+$/);
  expect(MANY_OF_ANY_KIND).toMatch(/^recipes, products(, \w+)* or \w+s$/);
  expect(MANY_READ_OFF_PICTURES).toBe("recipes or products");
});

describe("getTitle", () => {
  test("is the title or the name of a record", () => {
    expect(getTitle({ title: "Soup", name: "Other" })).toBe("Soup");
    expect(getTitle({ title: "", name: "Pan" })).toBe("Pan");
  });

  test("is missing where there is no text", () => {
    expect(getTitle({ title: 7, name: null })).toBeNull();
    expect(getTitle({})).toBeNull();
  });
});

describe("getPicture", () => {
  test("is the picture of a recipe or the first one of a product", () => {
    expect(getPicture({ image: "a.jpg", images: [{ url: "b.jpg" }] })).toBe("a.jpg");
    expect(getPicture({ images: [{ url: "b.jpg" }, { url: "c.jpg" }] })).toBe("b.jpg");
  });

  test.each([{}, { images: [] }, { images: "b.jpg" }, { images: [null] }, { images: [{}] }, { image: null }])(
    "is missing for %j",
    (data) => {
      expect(getPicture(data)).toBeNull();
    },
  );
});

test("names of fields are written as text, and abbreviations in capitals", () => {
  expect(["prep_minutes", "gtin", "url", "title"].map(formatFieldName)).toEqual([
    "Prep minutes",
    "GTIN",
    "URL",
    "Title",
  ]);
  expect(formatCode("out_of_stock")).toBe("Out of stock");
});

test("each level of confidence begins at its lower limit", () => {
  const words = [1, 0.9, 0.89, 0.75, 0.74, 0.55, 0.54, 0].map(describeConfidence);
  expect(words.map((word) => words.indexOf(word))).toEqual([0, 0, 2, 2, 4, 4, 6, 6]);
});
