import { ApiError } from "../../api/client";

const MOST_TRIES = 100;
const LONGEST_WAIT_MS = 5_000;

function mayPass(error: Error): boolean {
  return error instanceof ApiError && error.passes;
}

/**
 * For saving what somebody wrote: while the server is away it is tried again until it is back. What had arrived after
 * all is refused the second time, as anything that was changed meanwhile is, and nothing is saved twice.
 */
export const untilItIsBack = {
  retry: (tries: number, error: Error) => mayPass(error) && tries < MOST_TRIES,
  retryDelay: (tries: number, error: Error) => {
    const asked = error instanceof ApiError ? error.retryAfter : null;
    return asked === null ? Math.min(500 * 2 ** tries, LONGEST_WAIT_MS) : asked * 1000;
  },
};
