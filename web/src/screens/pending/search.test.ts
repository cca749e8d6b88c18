import { describe, expect, test } from "vitest";
import { isNarrowed, pendingSearch } from "./search";

describe("pendingSearch", () => {
  test("keeps filters that it knows", () => {
    const search = {
      status: "PROCESSING",
      type: "table",
      job: 7,
      from: "2026-05-01T00:00:00Z",
      to: "2026-05-02T00:00:00Z",
      whose: "all",
    };
    expect(pendingSearch(search)).toEqual(search);
  });

  test("drops others", () => {
    const search = { status: "DONE", type: "url", from: "soon", to: 7, whose: "mine", other: 1 };
    expect(pendingSearch(search)).toEqual({});
  });

  test("reads the number of a job from text", () => {
    expect(pendingSearch({ job: "12" }).job).toBe(12);
  });

  test.each([0, -1, 1.5, "", "seven", null, undefined, 2 ** 53])("drops the job %j", (job) => {
    expect(pendingSearch({ job }).job).toBeUndefined();
  });
});

test("a list is narrowed by any filter", () => {
  expect(isNarrowed(pendingSearch({}))).toBe(false);
  expect(isNarrowed(pendingSearch({ job: 1 }))).toBe(true);
});
