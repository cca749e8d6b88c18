import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, told } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../feedback/confirm";
import { tell, tellProblem } from "../feedback/notify";
import { plural } from "../format/numbers";
import { type Job, jobKey, nameOf } from "./job";

/** Removing a job for good, once that was confirmed. `onRemoved` leads away from where it was shown. */
export function useDeleteJob(job: Job, onDeleted?: () => void) {
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => told(api.DELETE("/api/jobs/{jobId}", { params: { path: { jobId: job.jobId } } })),
    onSuccess: () => {
      tell("Records and pages that it brought stay.", `${nameOf(job)} is removed`);
      onDeleted?.();
      queries.removeQueries({ queryKey: jobKey(job.jobId) });
      return refresh(queries, { queryKey: ["jobs"] });
    },
    onError: (error) => tellProblem(error, "The job could not be removed"),
  });
  return {
    isDeleting: deletion.isPending,
    confirmDelete: () =>
      confirm({
        title: `Remove ${nameOf(job)}?`,
        consequence: `All of it is deleted: ${plural(job.totalItems, "row")}, what became of them, and the file that was sent. Records and pages that it brought stay. This cannot be undone.`,
        act: "Remove the job",
        onConfirm: () => deletion.mutate(),
      }),
  };
}
