import { describe, expect, test } from "vitest";
import {
  getFilter,
  isNarrowed,
  limitStatuses,
  NO_FILTER,
  parseJobSearch,
  parseStatuses,
  STATUSES,
} from "./search";

describe("parseJobSearch", () => {
  test("keeps everything that a link of the page may contain", () => {
    const search = {
      tab: "errors",
      sort: "-updatedAt",
      item: "0198-abc",
      statuses: "ERROR",
      reason: "gone",
      domain: "shop.example",
      minConfidence: 0.5,
      maxConfidence: 1,
      from: "2026-05-01T00:00:00Z",
      to: "2026-05-02T00:00:00.000Z",
    };
    expect(parseJobSearch(search)).toStrictEqual(search);
  });

  test("drops parameters that it does not know", () => {
    expect(
      parseJobSearch({ tab: "nowhere", sort: "row;drop", other: 1, statuses: "LOST", item: "" }),
    ).toStrictEqual({});
  });

  test("keeps text that looks like a number as text", () => {
    expect(parseJobSearch({ item: 12, reason: 404, domain: 0 })).toStrictEqual({
      item: "12",
      reason: "404",
      domain: "0",
    });
  });

  test.each([true, null, ["gone"], { gone: 1 }])("drops the reason %j", (reason) => {
    expect(parseJobSearch({ reason })).toStrictEqual({});
  });

  test("keeps statuses in the order of an item's life and in capitals", () => {
    expect(parseJobSearch({ statuses: "error,done,error,lost" })).toStrictEqual({ statuses: "DONE,ERROR" });
  });

  test.each([
    [0, 0],
    [1, 1],
    ["0.25", 0.25],
  ])("reads the confidence %j as %d", (value, confidence) => {
    expect(parseJobSearch({ minConfidence: value })).toStrictEqual({ minConfidence: confidence });
  });

  test.each([-0.01, 1.01, "", "high", true, null, Number.NaN, [0.5]])("drops the confidence %j", (value) => {
    expect(parseJobSearch({ maxConfidence: value })).toStrictEqual({});
  });

  test.each(["1970-01-01T00:00:00Z", "2199-12-31T23:59:59Z", "2026-05-01T00:00:00+02:00"])(
    "keeps the moment %s",
    (from) => {
      expect(parseJobSearch({ from })).toStrictEqual({ from });
    },
  );

  test.each([
    "1969-12-31T23:59:59Z",
    "2200-01-01T00:00:00Z",
    "2026-02-31T00:00:00Z",
    "2026-05-01",
    "May 2026",
    "7",
    "+012026-01-01T00:00:00Z",
    "+010000-01-01T00:00:00Z",
    "yesterday",
    "",
    1_700_000_000_000,
    null,
  ])("drops the moment %j", (from) => {
    expect(parseJobSearch({ from, to: from })).toStrictEqual({});
  });
});

describe("parseStatuses", () => {
  test("is empty without words", () => {
    expect([parseStatuses(undefined), parseStatuses(""), parseStatuses(",")]).toEqual([[], [], []]);
  });

  test("does not take a part of a name for a status", () => {
    expect(parseStatuses("NOT,FOUND,DON")).toEqual([]);
  });

  test("reads back all statuses", () => {
    expect(parseStatuses(STATUSES.join(","))).toEqual(STATUSES);
  });
});

describe("limitStatuses", () => {
  test("leaves only statuses of the tab, and the rest of the search as it is", () => {
    expect(limitStatuses({ statuses: "ERROR,PENDING", reason: "gone" }, ["PENDING", "PROCESSING"])).toEqual({
      statuses: "PENDING",
      reason: "gone",
    });
  });

  test("shows all of the tab when the search names other statuses only", () => {
    expect(
      limitStatuses({ tab: "pending", statuses: "ERROR" }, ["PENDING", "PROCESSING"]).statuses,
    ).toBeUndefined();
  });
});

describe("isNarrowed", () => {
  test("is false for what does not filter", () => {
    expect(isNarrowed({ tab: "errors", sort: "updatedAt", item: "1" })).toBe(false);
    expect(isNarrowed({})).toBe(false);
  });

  test.each([
    { statuses: "DONE" },
    { reason: "gone" },
    { domain: "a" },
    { minConfidence: 0 },
    { maxConfidence: 0 },
    { from: "x" },
    { to: "x" },
  ])("is true for %j", (search) => {
    expect(isNarrowed(search)).toBe(true);
  });

  test("is false once all filters are removed", () => {
    expect(isNarrowed({ statuses: "DONE", minConfidence: 0.5, tab: "items", ...NO_FILTER })).toBe(false);
  });

  test("and NO_FILTER cover every filter", () => {
    expect(Object.keys(getFilter({})).sort()).toEqual(Object.keys(NO_FILTER).sort());
  });
});
