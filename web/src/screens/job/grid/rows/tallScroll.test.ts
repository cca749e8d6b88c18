import { describe, expect, test } from "vitest";
import {
  findNextBase,
  findOffset,
  findScrollTop,
  isMisaligned,
  limitHeight,
  MAX_HEIGHT,
  OVERSCAN_ROWS,
} from "./tallScroll";

const ROWS = 36_000_000; // the height of a million rows
const END = 200_000; // the stretch at each end that is not scaled
const TALL = limitHeight(ROWS);

describe("limitHeight", () => {
  test("limits the height that is scrolled", () => {
    expect(limitHeight(MAX_HEIGHT)).toEqual({ rows: MAX_HEIGHT, scrolled: MAX_HEIGHT });
    expect(limitHeight(MAX_HEIGHT + 36)).toEqual({ rows: MAX_HEIGHT + 36, scrolled: MAX_HEIGHT });
  });
});

describe("a list that fits", () => {
  const tall = limitHeight(7_200);

  test("is scrolled one to one", () => {
    for (const place of [0, 1, 3_600, 7_200]) {
      expect(findOffset(place, tall)).toBe(place);
      expect(findScrollTop(place, tall)).toBe(place);
    }
  });

  test("never goes astray", () => {
    expect(isMisaligned(0, 7_200, tall)).toBe(false);
  });
});

describe("a list that is too tall", () => {
  test("is scrolled one to one at both ends", () => {
    expect(findOffset(0, TALL)).toBe(0);
    expect(findOffset(END, TALL)).toBe(END);
    expect(findOffset(MAX_HEIGHT, TALL)).toBe(ROWS);
    expect(findOffset(MAX_HEIGHT - END, TALL)).toBe(ROWS - END);
    expect(findOffset(MAX_HEIGHT - 36, TALL)).toBe(ROWS - 36);
  });

  test("is in the middle when the scrollbar is in the middle", () => {
    expect(findOffset(MAX_HEIGHT / 2, TALL)).toBe(ROWS / 2);
  });

  test("reaches every place in order, without jumps where the scale changes", () => {
    const offsets = Array.from({ length: 8_001 }, (_, step) => findOffset(step * 1_000, TALL));
    const steps = offsets.slice(1).map((offset, place) => offset - (offsets[place] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...steps)).toBeLessThan(6_000);
  });

  test("has the scrollbar where findScrollTop and findOffset agree", () => {
    for (let top = 0; top <= MAX_HEIGHT; top += 9_973)
      expect(findScrollTop(findOffset(top, TALL), TALL)).toBe(top);
  });

  test("is astray when the scrollbar is near an end that the rows are far from", () => {
    expect(isMisaligned(END / 2 - 1, END + 1, TALL)).toBe(true);
    expect(isMisaligned(MAX_HEIGHT - END / 2 + 1, ROWS - END - 1, TALL)).toBe(true);
  });

  test("is not astray when both are near the same end, or both are far from it", () => {
    expect(isMisaligned(0, 0, TALL)).toBe(false);
    expect(isMisaligned(END / 2, END + 1, TALL)).toBe(false);
    expect(isMisaligned(MAX_HEIGHT, ROWS, TALL)).toBe(false);
    expect(isMisaligned(MAX_HEIGHT / 2, ROWS / 2, TALL)).toBe(false);
  });
});

describe("findNextBase", () => {
  const view = { first: 100, visibleRows: 20, base: 7 };
  const furthest = 20 + 2 * OVERSCAN_ROWS;

  test("stays while a drawn row remains in view", () => {
    expect(findNextBase(view, 100 + furthest)).toBe(7);
    expect(findNextBase(view, 100 - furthest)).toBe(7);
  });

  test("moves with the view when no drawn row remains", () => {
    expect(findNextBase(view, 100 + furthest + 1)).toBe(7 + furthest + 1);
    expect(findNextBase(view, 0)).toBe(-93);
  });
});
