import { describe, expect, test } from "vitest";
import { formatLocalMoment, parseLocalMoment } from "./localMoment";

describe("formatLocalMoment", () => {
  test("is empty where there is no moment", () => {
    expect(formatLocalMoment(undefined)).toBe("");
  });

  test.each([
    ["2026-01-15T17:05:00Z", "2026-01-15T12:05"],
    ["2026-07-15T17:05:59.999Z", "2026-07-15T13:05"],
    ["2026-01-01T03:00:00Z", "2025-12-31T22:00"],
    ["2026-01-15T17:05:00+02:00", "2026-01-15T10:05"],
  ])("shows %s as %s in New York", (moment, local) => {
    expect(formatLocalMoment(moment)).toBe(local);
  });
});

describe("parseLocalMoment", () => {
  test.each(["", "yesterday", "2026-13-01T00:00", "2026-02-31T00:00", "2026-05-01T25:00"])(
    "is undefined for %j",
    (text) => {
      expect(parseLocalMoment(text)).toBeUndefined();
    },
  );

  test.each([
    ["in winter", "2026-01-15T17:05:00.000Z"],
    ["in summer", "2026-07-15T17:05:00.000Z"],
    ["just before the clocks change", "2026-03-08T06:59:00.000Z"],
    ["just after the clocks change", "2026-03-08T07:00:00.000Z"],
  ])("reads back what localMoment shows %s", (_, moment) => {
    expect(parseLocalMoment(formatLocalMoment(moment))).toBe(moment);
  });
});
