import { ApiError } from "../../api/client";

const MAX_TRIES = 100;
const MAX_WAIT_MS = 5_000;

function isTransient(error: Error): boolean {
  return error instanceof ApiError && error.isTransient;
}

/**
 * Retries a save while the server cannot be reached. Nothing is saved twice: a new recipe has an idempotency key, and an
 * edit names the revision that it is based on.
 */
export const retrySave = {
  retry: (tries: number, error: Error) => isTransient(error) && tries < MAX_TRIES,
  retryDelay: (tries: number, error: Error) => {
    const retryAfter = error instanceof ApiError ? error.retryAfter : null;
    return retryAfter === null ? Math.min(500 * 2 ** tries, MAX_WAIT_MS) : retryAfter * 1000;
  },
};
