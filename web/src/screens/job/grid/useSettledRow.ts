import { useEffect, useRef, useState } from "react";

const SETTLE_MS = 120;
const MIN_INTERVAL_MS = 200;

/**
 * Returns the first row to load. It follows slow scrolling, and waits until fast scrolling ends, so that rows that are
 * only scrolled past are not loaded.
 */
export function useSettledRow(first: number, slowRows: number): number {
  const [settled, setSettled] = useState(first);
  const at = useRef(0);
  useEffect(() => {
    if (first === settled) return;
    const isSlow = Math.abs(first - settled) <= slowRows;
    const wait = isSlow ? Math.max(0, at.current + MIN_INTERVAL_MS - performance.now()) : SETTLE_MS;
    const timer = setTimeout(() => {
      at.current = performance.now();
      setSettled(first);
    }, wait);
    return () => clearTimeout(timer);
  }, [first, settled, slowRows]);
  return settled;
}
