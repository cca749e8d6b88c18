import { describe, expect, test } from "vitest";
import { baseOf, isAstray, MORE_ROWS, offsetAt, TALLEST, tallOf, topAt } from "./tall";

const ROWS = 36_000_000; // the height of a million rows
const END = 200_000; // the stretch at each end that is not scaled
const TALL = tallOf(ROWS);

describe("tallOf", () => {
  test("limits the height that is scrolled", () => {
    expect(tallOf(TALLEST)).toEqual({ rows: TALLEST, scrolled: TALLEST });
    expect(tallOf(TALLEST + 36)).toEqual({ rows: TALLEST + 36, scrolled: TALLEST });
  });
});

describe("a list that fits", () => {
  const tall = tallOf(7_200);

  test("is scrolled one to one", () => {
    for (const place of [0, 1, 3_600, 7_200]) {
      expect(offsetAt(place, tall)).toBe(place);
      expect(topAt(place, tall)).toBe(place);
    }
  });

  test("never goes astray", () => {
    expect(isAstray(0, 7_200, tall)).toBe(false);
  });
});

describe("a list that is too tall", () => {
  test("is scrolled one to one at both ends", () => {
    expect(offsetAt(0, TALL)).toBe(0);
    expect(offsetAt(END, TALL)).toBe(END);
    expect(offsetAt(TALLEST, TALL)).toBe(ROWS);
    expect(offsetAt(TALLEST - END, TALL)).toBe(ROWS - END);
    expect(offsetAt(TALLEST - 36, TALL)).toBe(ROWS - 36);
  });

  test("is in the middle when the scrollbar is in the middle", () => {
    expect(offsetAt(TALLEST / 2, TALL)).toBe(ROWS / 2);
  });

  test("reaches every place in order, without jumps where the scale changes", () => {
    const offsets = Array.from({ length: 8_001 }, (_, step) => offsetAt(step * 1_000, TALL));
    const steps = offsets.slice(1).map((offset, place) => offset - (offsets[place] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...steps)).toBeLessThan(6_000);
  });

  test("has the scrollbar where topAt and offsetAt agree", () => {
    for (let top = 0; top <= TALLEST; top += 9_973) expect(topAt(offsetAt(top, TALL), TALL)).toBe(top);
  });

  test("is astray when the scrollbar is near an end that the rows are far from", () => {
    expect(isAstray(END / 2 - 1, END + 1, TALL)).toBe(true);
    expect(isAstray(TALLEST - END / 2 + 1, ROWS - END - 1, TALL)).toBe(true);
  });

  test("is not astray when both are near the same end, or both are far from it", () => {
    expect(isAstray(0, 0, TALL)).toBe(false);
    expect(isAstray(END / 2, END + 1, TALL)).toBe(false);
    expect(isAstray(TALLEST, ROWS, TALL)).toBe(false);
    expect(isAstray(TALLEST / 2, ROWS / 2, TALL)).toBe(false);
  });
});

describe("baseOf", () => {
  const view = { first: 100, room: 20, base: 7 };
  const furthest = 20 + 2 * MORE_ROWS;

  test("stays while a drawn row remains in view", () => {
    expect(baseOf(view, 100 + furthest)).toBe(7);
    expect(baseOf(view, 100 - furthest)).toBe(7);
  });

  test("moves with the view when no drawn row remains", () => {
    expect(baseOf(view, 100 + furthest + 1)).toBe(7 + furthest + 1);
    expect(baseOf(view, 0)).toBe(-93);
  });
});
