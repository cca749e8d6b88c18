import { expect, test } from "vitest";
import { isNarrowed, jobsSearch } from "./search";

test("known filters are kept, others are dropped", () => {
  expect(jobsSearch({ state: "PAUSED", type: "image", whose: "all" })).toEqual({
    state: "PAUSED",
    type: "image",
    whose: "all",
  });
  expect(jobsSearch({ state: "paused", type: "url", whose: "mine", other: 1 })).toEqual({});
});

test("a list is narrowed by any filter", () => {
  expect(isNarrowed(jobsSearch({}))).toBe(false);
  expect(isNarrowed(jobsSearch({ state: "DONE" }))).toBe(true);
  expect(isNarrowed(jobsSearch({ whose: "all" }))).toBe(true);
});
