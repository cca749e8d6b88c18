import { ApiError } from "../../api/client";

const MOST_TRIES = 100;
const LONGEST_WAIT_MS = 5_000;

function mayPass(error: Error): boolean {
  return error instanceof ApiError && error.passes;
}

/**
 * For saving what the user wrote: while the server cannot be reached it is retried. Nothing is saved twice: a new recipe
 * has a key, and a change names the revision that it is based on.
 */
export const untilItIsBack = {
  retry: (tries: number, error: Error) => mayPass(error) && tries < MOST_TRIES,
  retryDelay: (tries: number, error: Error) => {
    const asked = error instanceof ApiError ? error.retryAfter : null;
    return asked === null ? Math.min(500 * 2 ** tries, LONGEST_WAIT_MS) : asked * 1000;
  },
};
