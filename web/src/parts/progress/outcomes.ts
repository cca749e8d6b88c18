// The statuses of a job's rows, in one list, so that bars, legends and links have the same names, colors and order.
import type { Job } from "../job/job";

export interface Outcome {
  count: keyof Job["counts"];
  status: string;
  label: string;
  color: string;
}

export const OUTCOMES: readonly Outcome[] = [
  { count: "done", status: "DONE", label: "Done", color: "sheaf.7" },
  { count: "notFound", status: "NOT_FOUND", label: "Not found", color: "orange.6" },
  { count: "error", status: "ERROR", label: "Error", color: "red.7" },
  { count: "skipped", status: "SKIPPED", label: "Skipped", color: "violet.4" },
  { count: "canceled", status: "CANCELED", label: "Canceled", color: "gray.6" },
  { count: "processing", status: "PROCESSING", label: "Running", color: "blue.6" },
  { count: "pending", status: "PENDING", label: "Queued", color: "gray.3" },
];

/** The statuses that at least one row has. */
export function listOutcomes(job: Job): Outcome[] {
  return OUTCOMES.filter(({ count }) => job.counts[count] > 0);
}

/** The finished share of a job; 0 for a job without rows. */
export function getDoneShare(job: Job): number {
  return job.totalItems === 0 ? 0 : job.processedItems / job.totalItems;
}
