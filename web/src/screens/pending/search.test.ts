import { describe, expect, test } from "vitest";
import { isNarrowed, parsePendingSearch } from "./search";

describe("parsePendingSearch", () => {
  test("keeps filters that it knows", () => {
    const search = {
      status: "PROCESSING",
      type: "table",
      job: 7,
      from: "2026-05-01T00:00:00Z",
      to: "2026-05-02T00:00:00Z",
      whose: "all",
    };
    expect(parsePendingSearch(search)).toEqual(search);
  });

  test("drops others", () => {
    const search = { status: "DONE", type: "url", from: "soon", to: 7, whose: "mine", other: 1 };
    expect(parsePendingSearch(search)).toEqual({});
  });

  test("reads the number of a job from text", () => {
    expect(parsePendingSearch({ job: "12" }).job).toBe(12);
  });

  test.each([0, -1, 1.5, "", " ", "seven", "0x10", "1e3", true, [7], null, undefined, 2 ** 53])(
    "drops the job %j",
    (job) => {
      expect(parsePendingSearch({ job }).job).toBeUndefined();
    },
  );
});

describe("moments", () => {
  test.each(["1969-12-31T23:59:59Z", "+275760-09-13T00:00:00Z", "2026-02-31T00:00:00Z", "7", "May 2026"])(
    "that the server does not accept are dropped: %s",
    (moment) => {
      expect(parsePendingSearch({ from: moment, to: moment })).toEqual({});
    },
  );
});

test("a list of all users is not narrowed by that", () => {
  expect(isNarrowed(parsePendingSearch({ whose: "all" }))).toBe(false);
  expect(isNarrowed(parsePendingSearch({ whose: "all", status: "PENDING" }))).toBe(true);
});

test("a list is narrowed by any filter", () => {
  expect(isNarrowed(parsePendingSearch({}))).toBe(false);
  expect(isNarrowed(parsePendingSearch({ job: 1 }))).toBe(true);
});
