import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./client";
import { onUserChange } from "./session";

const MAX_RETRIES = 4;

function isTransient(error: unknown): boolean {
  return error instanceof ApiError && error.isTransient;
}

/** The delay of the Retry-After header, or one that doubles with each try. */
function retryDelay(tries: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfter : null;
  return retryAfter === null ? Math.min(1000 * 2 ** tries, 15_000) : retryAfter * 1000;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (tries, error) => isTransient(error) && tries < MAX_RETRIES,
      retryDelay,
    },
    mutations: {
      // A request that was refused with 429 was not executed. After other errors this is unknown, and the user decides.
      retry: (tries, error) => error instanceof ApiError && error.status === 429 && tries < MAX_RETRIES,
      retryDelay,
    },
  },
});

onUserChange(() => {
  // A mutation that waits for a retry would be sent as the next user, and one that ends would notify that user.
  for (const mutation of queryClient.getMutationCache().getAll()) mutation.setOptions({});
  queryClient.clear();
});
