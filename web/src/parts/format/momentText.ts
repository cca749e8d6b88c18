// Moments as text, in the time zone of the reader.
import { duration } from "./numbers";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const RELATIVE_SECONDS = 24 * 3600;

export function inWords(seconds: number, moment: Date): string {
  if (Math.abs(seconds) >= RELATIVE_SECONDS) return day.format(moment);
  if (Math.abs(seconds) < 5) return "just now";
  return seconds > 0 ? `${duration(seconds)} ago` : `in ${duration(-seconds)}`;
}

const MOMENTS = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A sentence of the server's with the moments in it as the reader's own clock has them. */
export function inReadersZone(sentence: string): string {
  return sentence.replace(MOMENTS, (moment) => day.format(new Date(moment)));
}
