import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { refresh } from "../../../api/refresh";
import { getJobKey } from "../../../parts/job/job";

/** Reloads the job after a row was edited or retried: a finished job runs again, and its stream is needed again. */
export function useRefreshJob(jobId: number): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    refresh(client, { queryKey: getJobKey(jobId) });
  }, [client, jobId]);
}
