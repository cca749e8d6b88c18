// Computes which rows are in view. A wheel or a finger moves the rows by the given distance; dragging the scrollbar jumps
// to a position in the whole list. Scroll position and offset diverge while scrolling, and are realigned at rest.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { findNextBase, findOffset, findScrollTop, isMisaligned, limitHeight } from "./tallScroll";

export const ROW_HEIGHT = 36;
export const HEADER_HEIGHT = 36;
const JUMP_VIEWS = 5; // a longer step comes from the scrollbar, not from a wheel
const REST_MS = 200;

interface View {
  /** The first visible row, and the number of rows that fit. */
  first: number;
  visibleRows: number;
  /** The difference between the offset of the rows and the scroll position. */
  shift: number;
  /** The row from which keys are counted: after a jump, new rows reuse the elements of the old ones. */
  base: number;
}

export interface TallScroll extends View {
  height: number;
  /** Scrolls a row into view by the shortest distance. */
  revealRow: (row: number) => void;
  /** Keeps the view in place after rows were inserted or removed above. */
  shiftBy: (rows: number) => void;
}

export function useTallScroll(scroller: RefObject<HTMLDivElement | null>, count: number): TallScroll {
  const tall = useMemo(() => limitHeight(count * ROW_HEIGHT), [count]);
  const [view, setView] = useState<View>({ first: 0, visibleRows: 20, shift: 0, base: 0 });
  const scrollState = useRef({ offset: 0, top: 0, tall });

  const updateView = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const { offset, top } = scrollState.current;
    const next = {
      first: Math.max(0, Math.floor(offset / ROW_HEIGHT)),
      visibleRows: Math.ceil(Math.max(0, element.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) + 1,
      shift: offset - top,
    };
    setView((last) =>
      last.first === next.first && last.visibleRows === next.visibleRows && last.shift === next.shift
        ? last
        : { ...next, base: findNextBase(last, next.first) },
    );
  }, [scroller]);

  const scrollTo = useCallback(
    (offset: number) => {
      const element = scroller.current;
      if (element === null) return;
      const now = scrollState.current;
      const furthest = Math.max(0, now.tall.rows + HEADER_HEIGHT - element.clientHeight);
      now.offset = Math.min(Math.max(0, Math.round(offset)), furthest);
      now.top = findScrollTop(now.offset, now.tall);
      element.scrollTop = now.top;
      updateView();
    },
    [scroller, updateView],
  );

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const realign = () => {
      const now = scrollState.current;
      if (findScrollTop(now.offset, now.tall) !== now.top) scrollTo(now.offset);
    };
    const handleScroll = () => {
      const now = scrollState.current;
      const top = Math.round(element.scrollTop);
      const step = top - now.top;
      if (step === 0) return;
      now.offset =
        Math.abs(step) > JUMP_VIEWS * element.clientHeight ? findOffset(top, now.tall) : now.offset + step;
      now.top = top;
      if (isMisaligned(top, now.offset, now.tall)) scrollTo(now.offset);
      updateView();
      clearTimeout(timer);
      timer = setTimeout(realign, REST_MS);
    };
    const observer = new ResizeObserver(updateView);
    observer.observe(element);
    element.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      element.removeEventListener("scroll", handleScroll);
    };
  }, [scroller, scrollTo, updateView]);

  useLayoutEffect(() => {
    if (scrollState.current.tall === tall) return;
    scrollState.current.tall = tall;
    scrollTo(scrollState.current.offset); // the number of rows changed: keep the visible rows
  }, [tall, scrollTo]);

  const revealRow = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (element === null) return;
      const start = row * ROW_HEIGHT;
      const { offset } = scrollState.current;
      const seen = element.clientHeight - HEADER_HEIGHT;
      if (start < offset) scrollTo(start);
      else if (start + ROW_HEIGHT > offset + seen) scrollTo(start + ROW_HEIGHT - seen);
    },
    [scroller, scrollTo],
  );
  const shiftBy = useCallback(
    (rows: number) => scrollTo(scrollState.current.offset + rows * ROW_HEIGHT),
    [scrollTo],
  );

  return { ...view, height: tall.scrolled, revealRow, shiftBy };
}
