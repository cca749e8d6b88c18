import { useEffect, useState } from "react";
import { formatMoment } from "./momentText";

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/** The current time, updated at the given interval. */
export function useNow(everySeconds = 5): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return now;
}

/** A time relative to now, or in the user's time zone when it is more than a day away; the tooltip shows it in full. */
export function Time({ at, everySeconds = 5 }: { at: string; everySeconds?: number }) {
  useNow(everySeconds);
  const moment = new Date(at);
  // Not useNow's value, which may be some seconds old: a time that has just passed would be shown as ahead.
  const seconds = (Date.now() - moment.getTime()) / 1000;
  return (
    <time dateTime={at} title={full.format(moment)}>
      {formatMoment(seconds, moment)}
    </time>
  );
}
