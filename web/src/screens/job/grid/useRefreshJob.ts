import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { refresh } from "../../../api/refresh";
import { jobKey } from "../../../parts/job/job";

/** A row was edited or is done again: a job that had ended goes on, and tells of changes once that is known. */
export function useRefreshJob(jobId: number): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    refresh(client, { queryKey: jobKey(jobId) });
  }, [client, jobId]);
}
