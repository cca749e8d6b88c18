import { describe, expect, test } from "vitest";
import {
  formatBytes,
  formatCompact,
  formatCount,
  formatDecimal,
  formatDuration,
  formatNumber,
  formatPercent,
} from "./numbers";

test("formatNumber groups thousands and rounds to whole numbers", () => {
  expect([0, 999.6, 1_234_567].map(formatNumber)).toEqual(["0", "1,000", "1,234,567"]);
});

test("formatCompact shortens large numbers to one digit after the point", () => {
  expect([950, 1_250, 3_400_000].map(formatCompact)).toEqual(["950", "1.3K", "3.4M"]);
});

test("formatDecimal shows at most one digit after the point", () => {
  expect([2, 2.04, 2.06].map(formatDecimal)).toEqual(["2", "2", "2.1"]);
});

test("formatPercent takes a share between 0 and 1", () => {
  expect([0, 0.5, 0.954, 1].map(formatPercent)).toEqual(["0 %", "50 %", "95 %", "100 %"]);
});

describe("formatBytes", () => {
  test.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [2, "2 bytes"],
    [999, "999 bytes"],
    [1_000, "1 kB"],
    [5_129, "5.1 kB"],
    [999_949, "999.9 kB"],
    [999_950, "1 MB"],
    [1_000_000, "1 MB"],
    [999_000_000, "999 MB"],
    [999_999_999, "1 GB"],
    [1_000_000_000, "1 GB"],
    [2_500_000_000_000, "2,500 GB"],
  ])("shows %i as %s", (value, text) => {
    expect(formatBytes(value)).toBe(text);
  });
});

describe("formatDuration", () => {
  test.each([
    [0, "0 s"],
    [0.4, "0 s"],
    [-3, "0 s"],
    [3, "3 s"],
    [59.6, "1 min"],
    [60, "1 min"],
    [250, "4 min 10 s"],
    [3_599, "59 min 59 s"],
    [3_600, "1 h"],
    [3_605, "1 h"],
    [7_500, "2 h 5 min"],
    [86_399, "23 h 59 min"],
    [86_400, "1 d"],
    [86_400 * 3 + 3_600 * 4 + 59, "3 d 4 h"],
    [86_400 + 59 * 60, "1 d"],
  ])("shows %d seconds as %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe("formatCount", () => {
  test("uses the singular for exactly one", () => {
    expect([0, 1, 2, 1_500].map((count) => formatCount(count, "row"))).toEqual([
      "0 rows",
      "1 row",
      "2 rows",
      "1,500 rows",
    ]);
  });

  test("uses a given plural", () => {
    expect(formatCount(2, "address", "addresses")).toBe("2 addresses");
  });
});
