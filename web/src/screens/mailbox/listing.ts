import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, told } from "../../api/client";
import type { StreamState } from "../../api/stream";
import type { ParseStatus } from "../../parts/parses";
import type { Shown } from "./search";

const PAGE = 30;
const MOST_UNDER_WAY = 100;
const WITHOUT_STREAM_MS = 4_000;
const BEGINNINGS_MS = 15_000;

const STATUS_OF: Record<Shown, ParseStatus> = {
  finished: "COMPLETE",
  saved: "COMMITTED",
  failed: "ERROR",
  canceled: "CANCELED",
  dropped: "ABANDONED",
};

// The stream says when to ask again; only while there is none is it asked by the clock.
const pace = (stream: StreamState) => (stream === "live" ? false : WITHOUT_STREAM_MS);

function list(status: ParseStatus, limit: number, older: boolean, after: string | null) {
  const query = { status, limit, include_expired: older, ...(after ? { after } : {}) };
  return told(api.GET("/recipes/parse-url/jobs", { params: { query } }));
}

export function useEnded(show: Shown, older: boolean, stream: StreamState) {
  return useInfiniteQuery({
    queryKey: ["mailbox", "ended", show, older],
    queryFn: ({ pageParam }) => list(STATUS_OF[show], PAGE, older, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: pace(stream),
  });
}

export function useUnderWay(stream: StreamState) {
  return useQuery({
    queryKey: ["mailbox", "under way"],
    queryFn: async () => {
      // One after the other: what begins to run in between is then in both, and not in neither.
      const pending = await list("PENDING", MOST_UNDER_WAY, false, null);
      const running = await list("RUNNING", MOST_UNDER_WAY, false, null);
      const jobs = new Map([...pending.jobs, ...running.jobs].map((job) => [job.id, job]));
      return [...jobs.values()].sort((one, other) => other.created_at.localeCompare(one.created_at));
    },
    // The stream tells of ends, and not of what was sent from elsewhere.
    refetchInterval: pace(stream) || BEGINNINGS_MS,
  });
}
