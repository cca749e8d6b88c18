import { describe, expect, test } from "vitest";
import { formatDue, formatMoment, localizeTimes } from "./momentText";

const MOMENT = new Date("2026-01-15T17:05:00Z");

/** Intl separates the time from “PM” by a narrow space. */
const plain = (text: string) => text.replace(/\s/g, " ");

describe("formatMoment", () => {
  test.each([
    [0, "just now"],
    [4.9, "just now"],
    [-4.9, "just now"],
    [5, "5 s ago"],
    [-5, "in 5 s"],
    [3_725, "1 h 2 min ago"],
    [-90, "in 1 min 30 s"],
    [86_399, "23 h 59 min ago"],
  ])("describes a moment %d seconds ago as %s", (seconds, text) => {
    expect(formatMoment(seconds, MOMENT)).toBe(text);
  });

  test.each([86_400, -86_400])("shows date and time for a moment %d seconds away", (seconds) => {
    expect(plain(formatMoment(seconds, MOMENT))).toBe("Jan 15, 2026, 12:05 PM");
  });
});

describe("formatDue", () => {
  test.each([
    [-60, "now"],
    [0, "now"],
    [0.2, "in 1 s"],
    [4, "in 4 s"],
    [90, "in 1 min 30 s"],
  ])("describes a moment %d seconds ahead as %s", (secondsLeft, text) => {
    expect(formatDue(secondsLeft, MOMENT)).toBe(text);
  });
});

describe("localizeTimes", () => {
  test("replaces every moment by the local time of its own season", () => {
    const sentence = "Opened at 2026-01-15T17:05:00Z, next try at 2026-07-15T17:05:00.123456Z.";
    expect(plain(localizeTimes(sentence))).toBe(
      "Opened at Jan 15, 2026, 12:05 PM, next try at Jul 15, 2026, 1:05 PM.",
    );
  });

  test("leaves dates without a time, and other text, as they are", () => {
    expect(localizeTimes("Until 2026-01-15, or 17:05.")).toBe("Until 2026-01-15, or 17:05.");
  });
});
