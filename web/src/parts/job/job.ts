import type { Schemas } from "../../api/client";

export type Job = Schemas["JobShape"];

/** The query key under which the page caches a job. */
export const getJobKey = (jobId: number) => ["job", jobId] as const;

const ENDED: readonly string[] = ["DONE", "FAILED", "CANCELED"];

export const JOB_STATES = ["QUEUED", "RUNNING", "PAUSED", "DONE", "FAILED", "CANCELED"] as const;
export type JobState = (typeof JOB_STATES)[number];

export const JOB_TYPES = ["table", "image"] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** Whether the job has not finished. */
export function isOpen(job: Pick<Job, "queueState">): boolean {
  return !hasEnded(job);
}

export function hasEnded(job: Pick<Job, "queueState">): boolean {
  return ENDED.includes(job.queueState);
}

export function isActive(job: Job): boolean {
  return isOpen(job) && job.queueState !== "PAUSED";
}

export function getJobName(job: Job): string {
  return job.fileName ?? `Job ${job.jobId}`;
}

/** The source of a job: the API's type, except that pasted URLs are not a table. */
export type JobSource = JobType | "request" | "urls";

const TABLE_FILE = /\.(?:csv|tsv|tab|txt|xlsx|xlsm|xls|ods|json|jsonl|ndjson|gz|zip)$/i;

/** Pasted URLs are recognized by the file name: the send box names them after the first page, without an ending. */
export function getJobSource({
  jobType,
  fileName,
  totalItems,
}: Pick<Job, "jobType" | "fileName" | "totalItems">): JobSource {
  if (jobType === "image") return "image";
  if (fileName === null || TABLE_FILE.test(fileName)) return "table";
  return totalItems <= 1 ? "request" : "urls";
}
