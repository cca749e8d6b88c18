import { expect, test } from "vitest";
import { isNarrowed, parseJobsSearch } from "./search";

test("known filters are kept, others are dropped", () => {
  expect(parseJobsSearch({ state: "PAUSED", type: "image", whose: "all" })).toEqual({
    state: "PAUSED",
    type: "image",
    whose: "all",
  });
  expect(parseJobsSearch({ state: "paused", type: "url", whose: "mine", other: 1 })).toEqual({});
});

test("a list is narrowed by any filter", () => {
  expect(isNarrowed(parseJobsSearch({}))).toBe(false);
  expect(isNarrowed(parseJobsSearch({ state: "DONE" }))).toBe(true);
  expect(isNarrowed(parseJobsSearch({ whose: "all" }))).toBe(true);
});
