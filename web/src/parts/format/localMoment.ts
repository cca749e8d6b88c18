import { hasValidDay } from "./calendar";

/** The value of a datetime-local input: in the user's time zone, without an offset. */
export function formatLocalMoment(moment: string | undefined): string {
  if (moment === undefined) return "";
  const date = new Date(moment);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function parseLocalMoment(local: string): string | undefined {
  const date = new Date(local);
  return hasValidDay(local) && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The time if the API accepts it; used to check values from the address bar. */
export function parseMoment(value: unknown): string | undefined {
  if (typeof value !== "string" || !MOMENT.test(value) || !hasValidDay(value)) return undefined;
  const year = new Date(value).getUTCFullYear();
  return year >= 1970 && year < 2200 ? value : undefined;
}
