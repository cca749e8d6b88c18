import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refresh } from "../../../api/refresh";
import type { Job } from "./props";

const MIN_INTERVAL_MS = 1_500;
const QUIET_MS = 2_500;

/** Calls `onChange` when the job has changed: at once, and then at most once per interval. */
export function useLiveRefresh(job: Job, isSuspended: boolean, onChange: () => Promise<unknown>): void {
  // A run that finishes between two updates leaves all counts unchanged except the attempts.
  const fingerprint = JSON.stringify([job.counts, job.totalItems, job.queueState, job.attempts]);
  const refreshRows = useRef(onChange);
  refreshRows.current = onChange;
  const refreshed = useRef(fingerprint);
  const refreshedAt = useRef(0);
  useEffect(() => {
    if (refreshed.current === fingerprint || isSuspended) return;
    const timer = setTimeout(
      () => {
        refreshed.current = fingerprint;
        refreshedAt.current = performance.now();
        // A failed refresh is repaired by the next one, or by scrolling.
        if (!document.hidden) refreshRows.current().catch(() => undefined);
      },
      Math.max(0, refreshedAt.current + MIN_INTERVAL_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [fingerprint, isSuspended]);
  useRefreshWhenQuiet(job.jobId, fingerprint);
}

/**
 * Reloads all cached pages once the job is quiet. While the job changes, only visible rows are refreshed, so the other
 * cached rows would stay outdated.
 */
function useRefreshWhenQuiet(jobId: number, fingerprint: string): void {
  const client = useQueryClient();
  const known = useRef(fingerprint);
  useEffect(() => {
    if (known.current === fingerprint) return;
    const timer = setTimeout(() => {
      known.current = fingerprint;
      refresh(client, {
        queryKey: ["items", jobId],
        // Pages that are chained by cursors are refreshed together elsewhere.
        predicate: ({ queryKey }) => isNumbered(queryKey.at(-1)),
      });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [client, jobId, fingerprint]);
}

function isNumbered(start: unknown): boolean {
  return typeof start === "object" && start !== null && "afterRow" in start;
}
