import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../feedback/confirm";
import { notify, notifyError } from "../feedback/notify";
import { formatCount } from "../format/numbers";
import { getJobKey, getJobName, type Job } from "./job";

/** Deletes a job after a confirmation. `onDeleted` leaves the screen that shows it. */
export function useDeleteJob(job: Job, onDeleted?: () => void) {
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/jobs/{jobId}", { params: { path: { jobId: job.jobId } } })),
    onSuccess: () => {
      notify("The records and pages that it fetched are kept.", `${getJobName(job)} deleted`);
      onDeleted?.();
      queries.removeQueries({ queryKey: getJobKey(job.jobId) });
      return refresh(queries, { queryKey: ["jobs"] });
    },
    onError: (error) => notifyError(error, "Could not delete the job"),
  });
  return {
    isDeleting: deletion.isPending,
    confirmDelete: () =>
      confirm({
        title: `Delete ${getJobName(job)}?`,
        consequence: `This deletes ${formatCount(job.totalItems, "row")} with all results, and the uploaded file. The records and pages that it fetched are kept. This cannot be undone.`,
        confirmLabel: "Delete job",
        onConfirm: () => deletion.mutate(),
      }),
  };
}
