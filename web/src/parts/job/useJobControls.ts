import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../feedback/confirm";
import { notify, notifyError } from "../feedback/notify";
import { formatCount } from "../format/numbers";
import { getJobKey, getJobName, type Job } from "./job";

const CONTROLS = {
  pause: { path: "/api/jobs/{jobId}/pause", failed: "Could not pause the job" },
  resume: { path: "/api/jobs/{jobId}/resume", failed: "Could not resume the job" },
  cancel: { path: "/api/jobs/{jobId}/cancel", failed: "Could not cancel the job" },
} as const;

export type JobControl = keyof typeof CONTROLS;

/** Returns a function that shows a job, as the server has just returned it, wherever the page shows that job. */
export function useShowJob(): (job: Job) => void {
  const queries = useQueryClient();
  return (job) => {
    queries.setQueryData(getJobKey(job.jobId), job);
    refresh(queries, { queryKey: ["jobs"] });
  };
}

/** Pauses, resumes and cancels a job. */
export function useJobControls(job: Job) {
  const showJob = useShowJob();
  const control = useMutation({
    mutationFn: (action: JobControl) =>
      unwrap(api.POST(CONTROLS[action].path, { params: { path: { jobId: job.jobId } } })),
    onSuccess: showJob,
    onError: (error, action) => notifyError(error, CONTROLS[action].failed),
  });
  const open = job.counts.pending + job.counts.processing;

  return {
    isChanging: control.isPending,
    pause: () => control.mutate("pause"),
    resume: () => control.mutate("resume"),
    cancel: () =>
      confirm({
        title: `Cancel ${getJobName(job)}?`,
        consequence: `This cancels ${formatCount(open, "unfinished row")}. Existing results are kept. This cannot be undone.`,
        confirmLabel: "Cancel job",
        cancelLabel: "Keep job",
        onConfirm: () =>
          control.mutate("cancel", {
            onSuccess: () => notify("Existing results are kept.", "Job canceled"),
          }),
      }),
  };
}
