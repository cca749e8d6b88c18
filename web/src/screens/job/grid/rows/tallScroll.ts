// More rows than a browser can be tall. Beyond a height the scrollbar's way is shorter than the rows': ends are one to
// one, so that they can be reached, and what lies between is scaled.

/** Firefox draws nothing below some 17 million pixels, Chromium below 33; well under both. */
export const MAX_HEIGHT = 8_000_000;
const END = 200_000;

export interface ScrollHeights {
  /** Of all rows. */
  readonly rows: number;
  /** Of what is scrolled. */
  readonly scrolled: number;
}

export function limitHeight(rows: number, maxHeight = MAX_HEIGHT): ScrollHeights {
  return { rows, scrolled: Math.min(rows, maxHeight) };
}

/** Where among the rows one is, by the scrollbar. */
export function offsetAt(top: number, { rows, scrolled }: ScrollHeights): number {
  if (rows === scrolled || top <= END) return top;
  if (top >= scrolled - END) return rows - (scrolled - top);
  return Math.round(END + (top - END) * scaleOf(rows, scrolled));
}

/** Where the scrollbar is, by the place among the rows. */
export function topAt(offset: number, { rows, scrolled }: ScrollHeights): number {
  if (rows === scrolled || offset <= END) return offset;
  if (offset >= rows - END) return scrolled - (rows - offset);
  return Math.round(END + (offset - END) / scaleOf(rows, scrolled));
}

/** Whether the scrollbar is about to hit an end that the rows are far from. */
export function isOutOfStep(top: number, offset: number, heights: ScrollHeights): boolean {
  if (heights.rows === heights.scrolled) return false;
  const atStart = top < END / 2 && offset > END;
  const atEnd = top > heights.scrolled - END / 2 && offset < heights.rows - END;
  return atStart || atEnd;
}

function scaleOf(rows: number, scrolled: number): number {
  return (rows - 2 * END) / (scrolled - 2 * END);
}

/** Drawn above and below the view, so that a quick wheel meets no gap. */
export const OVERSCAN_ROWS = 6;

/** What is drawn is put to new use when nothing of it stays in view, for that is much cheaper than drawing it anew. */
export function findNextBase(
  { first, room, base }: { first: number; room: number; base: number },
  next: number,
): number {
  return Math.abs(next - first) > room + 2 * OVERSCAN_ROWS ? base + next - first : base;
}
