import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refresh } from "../../../api/refresh";
import type { Job } from "./props";

const EVERY_MS = 1_500;
const QUIET_MS = 2_500;

/** Calls when the job has told of changes: at once, and then not more often than rows can be read. */
export function useLiveRefresh(job: Job, isSuspended: boolean, onChange: () => Promise<unknown>): void {
  // A run that is over before it was seen leaves the counts as they were, but for the attempts.
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
        // One that fails is made up for by the next, and by whoever scrolls.
        if (!document.hidden) refreshRows.current().catch(() => undefined);
      },
      Math.max(0, refreshedAt.current + EVERY_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [fingerprint, isSuspended]);
  useRefreshWhenQuiet(job.jobId, fingerprint);
}

/**
 * Once nothing changes any more, pages that are held are read anew as a whole: while things change only rows in view
 * are, and those beside them would stay as they were.
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
        // Pages that hang together by cursors are brought up to date together, by whoever changes them.
        predicate: ({ queryKey }) => isNumbered(queryKey.at(-1)),
      });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [client, jobId, fingerprint]);
}

function isNumbered(place: unknown): boolean {
  return typeof place === "object" && place !== null && "afterRow" in place;
}
