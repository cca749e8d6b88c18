// Which failures of an upload are retried, and what is shown meanwhile.
import { ApiError } from "../../../api/client";

const LONGEST_ASKED_SECONDS = 90;
const MOST_REFUSALS = 8;
const TOO_SLOW = 408;

export function isWorthAnotherTry(error: unknown, tries: number): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 0 || error.status === TOO_SLOW) return true; // the connection, which comes back sooner or later
  return error.passes && tries < MOST_REFUSALS && (error.retryAfter ?? 0) <= LONGEST_ASKED_SECONDS;
}

export function whyWaiting({ status, message }: ApiError): string {
  if (status === 0 || status === TOO_SLOW)
    return "The connection is lost. It is sent again by itself, and counts once.";
  return `${message} It is tried again by itself.`;
}
