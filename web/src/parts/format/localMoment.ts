import { beginsWithDay } from "./calendar";

/** The value of a datetime-local input: in the user's time zone, without an offset. */
export function localMoment(moment: string | undefined): string {
  if (moment === undefined) return "";
  const date = new Date(moment);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function momentOf(local: string): string | undefined {
  const date = new Date(local);
  return beginsWithDay(local) && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The time if the API accepts it; used to check values from the address bar. */
export function acceptedMoment(value: unknown): string | undefined {
  if (typeof value !== "string" || !MOMENT.test(value) || !beginsWithDay(value)) return undefined;
  const year = new Date(value).getUTCFullYear();
  return year >= 1970 && year < 2200 ? value : undefined;
}
