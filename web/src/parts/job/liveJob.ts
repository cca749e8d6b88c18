// A job that stays up to date: by its stream, and by polling while the stream is disconnected.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, unwrap } from "../../api/client";
import { type StreamState, useStream } from "../../api/stream";
import { getJobKey, hasEnded, type Job } from "./job";

const POLL_MS = 4_000;
// The stream reports changes. The reason why nothing changes is polled.
const POLL_WHILE_STREAMING_MS = 6_000;

export function useLiveJob(jobId: number) {
  const client = useQueryClient();
  const streamState = useRef<StreamState>("connecting");
  const job = useQuery({
    queryKey: getJobKey(jobId),
    queryFn: () => unwrap(api.GET("/api/jobs/{jobId}", { params: { path: { jobId } } })),
    refetchInterval: ({ state }) => {
      if (state.data === undefined || hasEnded(state.data)) return false;
      return streamState.current === "live" ? POLL_WHILE_STREAMING_MS : POLL_MS;
    },
  });
  const stream = useStream(`/api/jobs/${jobId}/stream`, {
    enabled: job.data !== undefined && !hasEnded(job.data),
    on: {
      job: (whole) => client.setQueryData(getJobKey(jobId), whole as Job),
      change: (part) =>
        client.setQueryData<Job>(
          getJobKey(jobId),
          (known) => known && { ...known, ...(part as Partial<Job>) },
        ),
    },
  });
  streamState.current = stream;
  return { job, stream };
}
