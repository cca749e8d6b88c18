import { useEffect, useState } from "react";
import { duration } from "./numbers";

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const RELATIVE_SECONDS = 24 * 3600;

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

function inWords(seconds: number, moment: Date): string {
  if (Math.abs(seconds) >= RELATIVE_SECONDS) return day.format(moment);
  if (Math.abs(seconds) < 5) return "just now";
  return seconds > 0 ? `${duration(seconds)} ago` : `in ${duration(-seconds)}`;
}

const MOMENTS = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A sentence of the server's with the moments in it as the reader's own clock has them. */
export function inReadersZone(sentence: string): string {
  return sentence.replace(MOMENTS, (moment) => day.format(new Date(moment)));
}
