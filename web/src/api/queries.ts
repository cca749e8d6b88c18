import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./client";
import { whenSomebodyLeaves } from "./session";

const MOST_TRIES = 4;

function mayPass(error: unknown): boolean {
  return error instanceof ApiError && error.passes;
}

/** As long as the server asks for, else longer each time. */
function wait(tries: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter : null;
  return asked === null ? Math.min(1000 * 2 ** tries, 15_000) : asked * 1000;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (tries, error) => mayPass(error) && tries < MOST_TRIES,
      retryDelay: wait,
    },
    mutations: {
      // What was refused for its pace was not done; of anything else nobody knows, and a person decides.
      retry: (tries, error) => error instanceof ApiError && error.status === 429 && tries < MOST_TRIES,
      retryDelay: wait,
    },
  },
});

whenSomebodyLeaves(() => {
  // An act that waits for another try would be tried as the next person, and one that ends would tell them of it.
  for (const act of queryClient.getMutationCache().getAll()) act.setOptions({});
  queryClient.clear();
});
