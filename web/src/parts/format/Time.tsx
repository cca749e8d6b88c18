import { useEffect, useState } from "react";
import { inWords } from "./momentText";

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/** The present moment, anew every so many seconds. */
export function useNow(everySeconds = 5): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return now;
}

/** A moment in the reader's own zone: how long ago while that is more telling, whole when pointed at. */
export function Time({ at, everySeconds = 5 }: { at: string; everySeconds?: number }) {
  useNow(everySeconds);
  const moment = new Date(at);
  // Not what that told a while ago: a moment that has just passed would seem to be ahead.
  const seconds = (Date.now() - moment.getTime()) / 1000;
  return (
    <time dateTime={at} title={full.format(moment)}>
      {inWords(seconds, moment)}
    </time>
  );
}
