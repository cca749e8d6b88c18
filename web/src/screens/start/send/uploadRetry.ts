// Which failed uploads are retried, and what the page shows in the meantime.
import { ApiError } from "../../../api/client";

const MAX_RETRY_AFTER_SECONDS = 90;
const MAX_REFUSALS = 8;
const REQUEST_TIMEOUT = 408;

export function shouldRetry(error: unknown, tries: number): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 0 || error.status === REQUEST_TIMEOUT) return true; // the connection was lost, which is temporary
  return error.isTransient && tries < MAX_REFUSALS && (error.retryAfter ?? 0) <= MAX_RETRY_AFTER_SECONDS;
}

export function describeUploadRetry({ status, message }: ApiError): string {
  if (status === 0 || status === REQUEST_TIMEOUT) return "Connection lost. Retrying; nothing is sent twice.";
  return `${message} Retrying…`;
}
