import { expect, test } from "vitest";
import { formatValue } from "./changeText";

test.each([
  ["6 servings", "6 servings"],
  [0, "0"],
  [false, "false"],
  [null, "null"],
  [{ raw: "4 eggs", qty: 4, url: "x" }, "4 eggs"],
  [{ url: "https://example.com/a.jpg", alt: "A pan" }, "https://example.com/a.jpg"],
  [{ url: "u", name: "n", price: "1", sku: "s" }, '{"url":"u","name":"n","price":"1","sku":"s"}'],
  [{ raw: null, qty: 4 }, '{"raw":null,"qty":4}'],
  [["a", "b"], '["a","b"]'],
])("a change of %j is shown as %j", (value, text) => {
  expect(formatValue(value)).toBe(text);
});
