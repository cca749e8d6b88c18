import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, told } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../feedback/confirm";
import { tell, tellProblem } from "../feedback/notify";
import { plural } from "../format/numbers";
import { type Job, jobKey, nameOf } from "./job";

const CONTROLS = {
  pause: { path: "/api/jobs/{jobId}/pause", failed: "The job could not be paused" },
  resume: { path: "/api/jobs/{jobId}/resume", failed: "The job could not be resumed" },
  cancel: { path: "/api/jobs/{jobId}/cancel", failed: "The job could not be canceled" },
} as const;

export type JobControl = keyof typeof CONTROLS;

/** Writes a job as the server has just told it to wherever it is shown. */
export function useShowJob(): (job: Job) => void {
  const queries = useQueryClient();
  return (job) => {
    queries.setQueryData(jobKey(job.jobId), job);
    refresh(queries, { queryKey: ["jobs"] });
  };
}

/** Pausing, resuming and canceling a job. */
export function useJobControls(job: Job) {
  const showJob = useShowJob();
  const control = useMutation({
    mutationFn: (action: JobControl) =>
      told(api.POST(CONTROLS[action].path, { params: { path: { jobId: job.jobId } } })),
    onSuccess: showJob,
    onError: (error, action) => tellProblem(error, CONTROLS[action].failed),
  });
  const open = job.counts.pending + job.counts.processing;

  return {
    isChanging: control.isPending,
    pause: () => control.mutate("pause"),
    resume: () => control.mutate("resume"),
    cancel: () =>
      confirm({
        title: `Cancel ${nameOf(job)}?`,
        consequence: `${plural(open, "row")} that have not ended will not be worked on any more. Results that are there stay. This cannot be undone.`,
        act: "Cancel the job",
        keep: "Let it go on",
        onConfirm: () =>
          control.mutate("cancel", {
            onSuccess: () => tell("What was done of it stays.", "The job is canceled"),
          }),
      }),
  };
}
