import { expect, test } from "vitest";
import { countRows } from "./counts";

const COUNTS = { pending: 1, processing: 2, done: 4, notFound: 8, error: 16, skipped: 32, canceled: 64 };

test("all rows are counted without a filter", () => {
  expect(countRows({}, COUNTS)).toBe(127);
});

test("rows of the chosen statuses are counted", () => {
  expect(countRows({ statuses: "ERROR" }, COUNTS)).toBe(16);
  expect(countRows({ statuses: "PENDING,NOT_FOUND,CANCELED" }, COUNTS)).toBe(73);
});

test.each([
  { reason: "gone" },
  { domain: "shop.example" },
  { minConfidence: 0 },
  { from: "2026-05-01T00:00:00Z" },
])("the count is not known with the filter %j", (filter) => {
  expect(countRows({ statuses: "ERROR", ...filter }, COUNTS)).toBeNull();
});

test("filters that are set to undefined do not matter", () => {
  expect(countRows({ statuses: "DONE", reason: undefined, to: undefined }, COUNTS)).toBe(4);
});
