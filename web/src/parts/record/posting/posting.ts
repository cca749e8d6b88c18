// Formats the pay and the dates of a posting.
import { hasValidDay } from "../../format/calendar";
import { formatMoney } from "../../format/money";
import type { Posting } from "../types";

export function formatPay({
  salary_min,
  salary_max,
  salary_currency,
  salary_period,
}: Posting): string | null {
  const amounts = [...new Set([salary_min, salary_max])].filter((amount): amount is string =>
    Boolean(amount),
  );
  if (amounts.length === 0) return null;
  const range = amounts.map((amount) => formatMoney(amount, salary_currency)).join(" – ");
  return salary_period ? `${range} ${salary_period === "hour" ? "an" : "a"} ${salary_period}` : range;
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** A date without a time is the same day in every time zone; a timestamp is the day in the reader's time zone. */
function parseDate(date: string): Date {
  if (ISO_DATE.test(date) && !hasValidDay(date)) return new Date(Number.NaN);
  return new Date(DATE_ALONE.test(date) ? `${date}T00:00` : date);
}

export function formatDay(date: string | null | undefined): string | null {
  if (!date) return null;
  const parsed = parseDate(date);
  return Number.isNaN(parsed.getTime()) ? date : days.format(parsed);
}

export function findEnd(date: string): number {
  const parsed = parseDate(date);
  if (DATE_ALONE.test(date)) parsed.setDate(parsed.getDate() + 1);
  return parsed.getTime();
}
