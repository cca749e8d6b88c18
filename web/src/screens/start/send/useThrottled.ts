import { useEffect, useRef, useState } from "react";

/** Returns the value, updated at most once per interval. The last value is always delivered. */
export function useThrottled<T>(milliseconds: number, value: T): T {
  const [shown, show] = useState(value);
  const lastAt = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, lastAt.current + milliseconds - Date.now());
    const timer = setTimeout(() => {
      lastAt.current = Date.now();
      show(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [milliseconds, value]);
  return shown;
}
