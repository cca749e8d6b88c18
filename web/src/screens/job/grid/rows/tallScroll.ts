// Scrolling through more rows than a browser can render. Above a maximum height, the scrolled height is smaller than the
// height of all rows: both ends are mapped one to one, so that they can be reached, and the middle is scaled.

/** Firefox renders nothing below about 17 million pixels, Chromium below 33 million. */
export const MAX_HEIGHT = 8_000_000;
const END = 200_000;

export interface ScrollHeights {
  /** The height of all rows. */
  readonly rows: number;
  /** The height of the scrolled element. */
  readonly scrolled: number;
}

export function limitHeight(rows: number, maxHeight = MAX_HEIGHT): ScrollHeights {
  return { rows, scrolled: Math.min(rows, maxHeight) };
}

/** Returns the offset among the rows at a scroll position. */
export function findOffset(top: number, { rows, scrolled }: ScrollHeights): number {
  if (rows === scrolled || top <= END) return top;
  if (top >= scrolled - END) return rows - (scrolled - top);
  return Math.round(END + (top - END) * getScale(rows, scrolled));
}

/** Returns the scroll position at an offset among the rows. */
export function findScrollTop(offset: number, { rows, scrolled }: ScrollHeights): number {
  if (rows === scrolled || offset <= END) return offset;
  if (offset >= rows - END) return scrolled - (rows - offset);
  return Math.round(END + (offset - END) / getScale(rows, scrolled));
}

/** Whether the scrollbar is near an end while the rows are not. */
export function isMisaligned(top: number, offset: number, heights: ScrollHeights): boolean {
  if (heights.rows === heights.scrolled) return false;
  const atStart = top < END / 2 && offset > END;
  const atEnd = top > heights.scrolled - END / 2 && offset < heights.rows - END;
  return atStart || atEnd;
}

function getScale(rows: number, scrolled: number): number {
  return (rows - 2 * END) / (scrolled - 2 * END);
}

/** Rows rendered above and below the view, so that fast scrolling shows no gap. */
export const OVERSCAN_ROWS = 6;

/** Reuses the rendered rows after a jump, when none of them stays in view: that is much cheaper than new ones. */
export function findNextBase(
  { first, visibleRows, base }: { first: number; visibleRows: number; base: number },
  next: number,
): number {
  return Math.abs(next - first) > visibleRows + 2 * OVERSCAN_ROWS ? base + next - first : base;
}
