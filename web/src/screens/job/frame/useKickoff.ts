import { useEffect, useRef, useState } from "react";
import { ApiError, api, unwrap } from "../../../api/client";
import { notifyError } from "../../../parts/feedback/notify";
import { isActive, type Job } from "../../../parts/job/job";
import { useShowJob } from "../../../parts/job/useJobControls";

const SLICE_MS = 5_000;

/** Runs one slice of work after the other until the job finishes, the user stops it, or the page is closed. */
export function useKickoff(job: Job) {
  const [isWorking, setWorking] = useState(false);
  const showJob = useShowJob();
  const show = useRef(showJob);
  show.current = showJob;

  useEffect(() => {
    if (!isWorking) return;
    let isStopped = false;
    runSlices(job.jobId, () => isStopped, show.current)
      .catch((error) => notifyError(error, "The server could not run the job"))
      .finally(() => {
        if (!isStopped) setWorking(false);
      });
    return () => {
      isStopped = true;
    };
  }, [isWorking, job.jobId]);

  return { isWorking, start: () => setWorking(true), stop: () => setWorking(false) };
}

async function runSlices(jobId: number, isStopped: () => boolean, show: (job: Job) => void): Promise<void> {
  while (!isStopped()) {
    try {
      const query = { durationMs: SLICE_MS };
      const job = await unwrap(api.POST("/api/jobs/{jobId}/kickoff", { params: { path: { jobId }, query } }));
      if (isStopped()) return;
      show(job);
      if (!isActive(job)) return;
    } catch (error) {
      // The job was paused or canceled in the meantime, which the page shows anyway.
      if (error instanceof ApiError && error.status === 409) return;
      if (!(error instanceof ApiError) || error.retryAfter === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000));
    }
  }
}
