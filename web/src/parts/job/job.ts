import type { Schemas } from "../../api/client";

export type Job = Schemas["JobShape"];

/** Where the page keeps what it knows of a job. */
export const jobKey = (jobId: number) => ["job", jobId] as const;

const ENDED: readonly string[] = ["DONE", "FAILED", "CANCELED"];

export const JOB_STATES = ["QUEUED", "RUNNING", "PAUSED", "DONE", "FAILED", "CANCELED"] as const;
export type JobState = (typeof JOB_STATES)[number];

export const JOB_TYPES = ["table", "image"] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** Whether something may still happen to it by itself. */
export function isOpen(job: Pick<Job, "queueState">): boolean {
  return !hasEnded(job);
}

export function hasEnded(job: Pick<Job, "queueState">): boolean {
  return ENDED.includes(job.queueState);
}

export function isMoving(job: Job): boolean {
  return isOpen(job) && job.queueState !== "PAUSED";
}

export function nameOf(job: Job): string {
  return job.fileName ?? `Job ${job.jobId}`;
}

export const KIND_NAMES: Record<string, string> = {
  auto: "any kind",
  recipe: "recipes",
  product: "products",
  posting: "job postings",
};
