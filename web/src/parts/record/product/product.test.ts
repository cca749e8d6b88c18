import { describe, expect, test } from "vitest";
import type { Variant } from "../types";
import { formatRating, formatVariantName } from "./product";

describe("formatRating", () => {
  test.each([
    [{ rating: 4.25, review_count: 1 }, "4.3 of 5, 1 review"],
    [{ rating: 0, review_count: 0 }, "0 of 5, 0 reviews"],
    [{ rating: 4 }, "4 of 5"],
    [{ review_count: 1_200, rating: null }, "1,200 reviews"],
    [{}, null],
  ])("describes %j as %j", (product, text) => {
    expect(formatRating(product)).toBe(text);
  });
});

describe("formatVariantName", () => {
  test.each([
    [{ name: "Pan", options: { size: "26 cm", lid: true } }, "Pan · size: 26 cm, lid: true"],
    [{ options: { size: 26 }, sku: "P-26" }, "size: 26"],
    [{ name: "Pan", options: {} }, "Pan"],
    [{ sku: "P-26", name: "", options: null }, "P-26"],
    [{}, "–"],
  ])("names %j %j", (variant, name) => {
    expect(formatVariantName(variant as Variant)).toBe(name); // other parsers write other options
  });
});
