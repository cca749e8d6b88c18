import { useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { PendingSearch } from "./search";

const PAGE_SIZE = 100;
const POLL_MS = 5_000;
const POLL_LONG_LIST_MS = 30_000;
const MAX_PAGES_POLLED_OFTEN = 2; // each poll loads all pages

/** Loads the unfinished items page by page, longest waiting first, and polls them. */
export function usePending({ status, type, job, from, to, whose }: PendingSearch) {
  return useInfiniteQuery({
    queryKey: ["pending", { status, type, job, from, to, whose }],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/pending", {
          params: {
            query: {
              statuses: status,
              jobType: type,
              jobId: job,
              from,
              to,
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
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.length > MAX_PAGES_POLLED_OFTEN ? POLL_LONG_LIST_MS : POLL_MS,
  });
}
