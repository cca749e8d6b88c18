import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, told } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../feedback/confirm";
import { tell, tellProblem } from "../feedback/notify";
import { plural } from "../format/numbers";
import { type Job, jobKey, nameOf } from "./job";

const STEERING = {
  pause: { path: "/api/jobs/{jobId}/pause", failed: "The job could not be paused" },
  resume: { path: "/api/jobs/{jobId}/resume", failed: "The job could not be resumed" },
  cancel: { path: "/api/jobs/{jobId}/cancel", failed: "The job could not be canceled" },
} as const;

export type Steering = keyof typeof STEERING;

/** Writes a job as the server has just told it to wherever it is shown. */
export function useJobTold(): (job: Job) => void {
  const queries = useQueryClient();
  return (job) => {
    queries.setQueryData(jobKey(job.jobId), job);
    refresh(queries, { queryKey: ["jobs"] });
  };
}

/** Pausing, resuming and canceling a job. */
export function useJobActs(job: Job) {
  const showTold = useJobTold();
  const steer = useMutation({
    mutationFn: (act: Steering) =>
      told(api.POST(STEERING[act].path, { params: { path: { jobId: job.jobId } } })),
    onSuccess: showTold,
    onError: (error, act) => tellProblem(error, STEERING[act].failed),
  });
  const open = job.counts.pending + job.counts.processing;

  return {
    isSteering: steer.isPending,
    pause: () => steer.mutate("pause"),
    resume: () => steer.mutate("resume"),
    cancel: () =>
      confirm({
        title: `Cancel ${nameOf(job)}?`,
        consequence: `${plural(open, "row")} that have not ended will not be worked on any more. Results that are there stay. This cannot be undone.`,
        act: "Cancel the job",
        keep: "Let it go on",
        onConfirm: () =>
          steer.mutate("cancel", {
            onSuccess: () => tell("What was done of it stays.", "The job is canceled"),
          }),
      }),
  };
}
