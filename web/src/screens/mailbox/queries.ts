import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { StreamState } from "../../api/stream";
import type { ParseStatus } from "../../parts/parses";
import type { MailboxTab } from "./search";

const PAGE_SIZE = 30;
const MAX_IN_PROGRESS = 100;
const POLL_MS = 4_000;
const NEW_PARSES_POLL_MS = 15_000;

const STATUS_OF: Record<MailboxTab, ParseStatus> = {
  finished: "COMPLETE",
  saved: "COMMITTED",
  failed: "ERROR",
  canceled: "CANCELED",
  dropped: "ABANDONED",
};

// The stream announces changes; without it the list is polled.
const getPollInterval = (stream: StreamState) => (stream === "live" ? false : POLL_MS);

function listParses(status: ParseStatus, limit: number, older: boolean, after: string | null) {
  const query = { status, limit, include_expired: older, ...(after ? { after } : {}) };
  return unwrap(api.GET("/recipes/parse-url/jobs", { params: { query } }));
}

export function useEndedParses(show: MailboxTab, older: boolean, stream: StreamState) {
  return useInfiniteQuery({
    queryKey: ["mailbox", "ended", show, older],
    queryFn: ({ pageParam }) => listParses(STATUS_OF[show], PAGE_SIZE, older, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: getPollInterval(stream),
  });
}

export function useParsesInProgress(stream: StreamState) {
  return useQuery({
    queryKey: ["mailbox", "in progress"],
    queryFn: async () => {
      // One after the other: a parse that starts in between is then in both lists instead of in neither.
      const pending = await listParses("PENDING", MAX_IN_PROGRESS, false, null);
      const running = await listParses("RUNNING", MAX_IN_PROGRESS, false, null);
      const jobs = new Map([...pending.jobs, ...running.jobs].map((job) => [job.id, job]));
      return [...jobs.values()].sort((left, right) => right.created_at.localeCompare(left.created_at));
    },
    // The stream announces ended parses, but not new ones that another tab or device sends.
    refetchInterval: getPollInterval(stream) || NEW_PARSES_POLL_MS,
  });
}
