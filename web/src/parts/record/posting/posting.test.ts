import { describe, expect, test } from "vitest";
import { day, endOf, pay } from "./posting";

describe("pay", () => {
  test("shows a range with its period", () => {
    const posting = {
      salary_min: "42000",
      salary_max: "48000",
      salary_currency: "EUR",
      salary_period: "year",
    };
    expect(pay(posting)).toBe("€42,000 – €48,000 a year");
  });

  test("shows a single amount once", () => {
    expect(pay({ salary_min: "20", salary_max: "20", salary_currency: "USD", salary_period: "hour" })).toBe(
      "$20 an hour",
    );
    expect(pay({ salary_max: "20", salary_currency: "USD" })).toBe("$20");
    expect(pay({ salary_min: "20", salary_max: null })).toBe("20");
  });

  test("is missing without an amount", () => {
    expect(pay({ salary_currency: "EUR", salary_period: "year" })).toBeNull();
    expect(pay({ salary_min: "", salary_max: null })).toBeNull();
  });
});

describe("day", () => {
  test("of a date alone is that day in every time zone", () => {
    expect(day("2026-05-01")).toBe("May 1, 2026");
  });

  test("of a moment is the day that it is for the reader", () => {
    expect(day("2026-05-01T02:00:00Z")).toBe("April 30, 2026");
  });

  test("is the text itself when it is not a date, and missing when there is none", () => {
    expect(day("as soon as possible")).toBe("as soon as possible");
    expect(day("2026-02-31")).toBe("2026-02-31");
    expect(day("2026-02-31T12:00:00Z")).toBe("2026-02-31T12:00:00Z");
    expect(day("2026-02-29")).toBe("2026-02-29");
    expect([day(null), day(undefined), day("")]).toEqual([null, null, null]);
  });
});

describe("endOf", () => {
  test("of a date alone is the end of that day for the reader", () => {
    expect(endOf("2026-05-01")).toBe(Date.parse("2026-05-02T04:00:00Z"));
    expect(endOf("2026-12-31")).toBe(Date.parse("2027-01-01T05:00:00Z"));
  });

  test("takes into account that a day may have 23 hours", () => {
    expect(endOf("2026-03-08") - endOf("2026-03-07")).toBe(23 * 3_600_000);
  });

  test("of a day that does not exist is not known", () => {
    expect(endOf("2026-02-31")).toBeNaN();
  });

  test("of a moment is that moment", () => {
    expect(endOf("2026-05-01T12:00:00Z")).toBe(Date.parse("2026-05-01T12:00:00Z"));
  });
});
