import { describe, expect, test } from "vitest";
import { findEnd, formatDay, formatPay } from "./posting";

describe("formatPay", () => {
  test("shows a range with its period", () => {
    const posting = {
      salary_min: "42000",
      salary_max: "48000",
      salary_currency: "EUR",
      salary_period: "year",
    };
    expect(formatPay(posting)).toBe("€42,000 – €48,000 a year");
  });

  test("shows a single amount once", () => {
    expect(
      formatPay({ salary_min: "20", salary_max: "20", salary_currency: "USD", salary_period: "hour" }),
    ).toBe("$20 an hour");
    expect(formatPay({ salary_max: "20", salary_currency: "USD" })).toBe("$20");
    expect(formatPay({ salary_min: "20", salary_max: null })).toBe("20");
  });

  test("is missing without an amount", () => {
    expect(formatPay({ salary_currency: "EUR", salary_period: "year" })).toBeNull();
    expect(formatPay({ salary_min: "", salary_max: null })).toBeNull();
  });
});

describe("formatDay", () => {
  test("of a date alone is that day in every time zone", () => {
    expect(formatDay("2026-05-01")).toBe("May 1, 2026");
  });

  test("of a moment is the day that it is for the reader", () => {
    expect(formatDay("2026-05-01T02:00:00Z")).toBe("April 30, 2026");
  });

  test("is the text itself when it is not a date, and missing when there is none", () => {
    expect(formatDay("as soon as possible")).toBe("as soon as possible");
    expect(formatDay("2026-02-31")).toBe("2026-02-31");
    expect(formatDay("2026-02-31T12:00:00Z")).toBe("2026-02-31T12:00:00Z");
    expect(formatDay("2026-02-29")).toBe("2026-02-29");
    expect([formatDay(null), formatDay(undefined), formatDay("")]).toEqual([null, null, null]);
  });
});

describe("findEnd", () => {
  test("of a date alone is the end of that day for the reader", () => {
    expect(findEnd("2026-05-01")).toBe(Date.parse("2026-05-02T04:00:00Z"));
    expect(findEnd("2026-12-31")).toBe(Date.parse("2027-01-01T05:00:00Z"));
  });

  test("takes into account that a day may have 23 hours", () => {
    expect(findEnd("2026-03-08") - findEnd("2026-03-07")).toBe(23 * 3_600_000);
  });

  test("of a day that does not exist is not known", () => {
    expect(findEnd("2026-02-31")).toBeNaN();
  });

  test("of a moment is that moment", () => {
    expect(findEnd("2026-05-01T12:00:00Z")).toBe(Date.parse("2026-05-01T12:00:00Z"));
  });
});
