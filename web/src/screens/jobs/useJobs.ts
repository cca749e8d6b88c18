import { useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isActive } from "../../parts/job/job";
import type { JobsSearch } from "./search";

const PAGE_SIZE = 25;
const POLL_RUNNING_MS = 2_000;
const POLL_IDLE_MS = 30_000;
const MAX_PAGES_POLLED_OFTEN = 2; // each poll loads all pages

/** Loads the jobs page by page, and polls them: one stream per job would be too many. */
export function useJobs({ state, type, whose }: JobsSearch) {
  return useInfiniteQuery({
    queryKey: ["jobs", { state, type, whose }],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/jobs", {
          params: {
            query: {
              state,
              jobType: type,
              userId: whose ?? "me",
              pageSize: PAGE_SIZE,
              after: pageParam,
            },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: ({ state: { data } }) => {
      const isRunning = data?.pages.some((page) => page.jobs.some(isActive)) ?? false;
      return isRunning && data !== undefined && data.pages.length <= MAX_PAGES_POLLED_OFTEN
        ? POLL_RUNNING_MS
        : POLL_IDLE_MS;
    },
  });
}
