// Times as text, in the user's time zone.
import { formatDuration } from "./numbers";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const RELATIVE_SECONDS = 24 * 3600;

export function formatMoment(seconds: number, moment: Date): string {
  if (Math.abs(seconds) >= RELATIVE_SECONDS) return day.format(moment);
  if (Math.abs(seconds) < 5) return "just now";
  return seconds > 0 ? `${formatDuration(seconds)} ago` : `in ${formatDuration(-seconds)}`;
}

/** The time of something that is going to happen: "now" once it is due. */
export function formatDue(secondsLeft: number, moment: Date): string {
  if (secondsLeft <= 0) return "now";
  return secondsLeft >= RELATIVE_SECONDS
    ? day.format(moment)
    : `in ${formatDuration(Math.ceil(secondsLeft))}`;
}

export const formatDateTime = (moment: Date): string => day.format(moment);

const MOMENTS = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A message of the server with its UTC times replaced by times in the user's time zone. */
export function localizeTimes(sentence: string): string {
  return sentence.replace(MOMENTS, (moment) => day.format(new Date(moment)));
}
