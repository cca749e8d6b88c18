// Which failures of an upload are retried, and what is shown meanwhile.
import { ApiError } from "../../../api/client";

const MAX_RETRY_AFTER_SECONDS = 90;
const MAX_REFUSALS = 8;
const REQUEST_TIMEOUT = 408;

export function shouldRetry(error: unknown, tries: number): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 0 || error.status === REQUEST_TIMEOUT) return true; // the connection, which comes back sooner or later
  return error.passes && tries < MAX_REFUSALS && (error.retryAfter ?? 0) <= MAX_RETRY_AFTER_SECONDS;
}

export function describeUploadRetry({ status, message }: ApiError): string {
  if (status === 0 || status === REQUEST_TIMEOUT)
    return "The connection is lost. It is sent again by itself, and counts once.";
  return `${message} It is tried again by itself.`;
}
