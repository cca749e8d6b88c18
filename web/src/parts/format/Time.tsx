import { useEffect, useState } from "react";
import { formatDateTime, formatDue, formatMoment } from "./momentText";

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

/** The date and time in the user's time zone, for lists that are a record of events; the tooltip is relative to now. */
export function DateTime({ at }: { at: string }) {
  useNow();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatMoment((Date.now() - moment.getTime()) / 1000, moment)}>
      {formatDateTime(moment)}
    </time>
  );
}

/** The time of something that is going to happen: "in 5 s", and "now" once it is due. */
export function DueTime({ at }: { at: string }) {
  useNow(1);
  const moment = new Date(at);
  return (
    <time dateTime={at} title={full.format(moment)}>
      {formatDue((moment.getTime() - Date.now()) / 1000, moment)}
    </time>
  );
}
