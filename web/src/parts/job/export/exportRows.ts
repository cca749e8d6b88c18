import { OUTCOMES } from "../../progress/outcomes";
import type { Job } from "../job";

export type ExportChoice = "all" | "changed" | "failed" | "statuses";

/** Returns the largest number of rows that an export with this choice can have. */
export function countExportRows(job: Job, choice: ExportChoice, statuses: string[]): number {
  if (choice === "failed") return job.failedItems;
  if (choice === "changed") return job.counts.done;
  if (choice === "all") return job.totalItems;
  return OUTCOMES.reduce(
    (sum, { status, count }) => sum + (statuses.includes(status) ? job.counts[count] : 0),
    0,
  );
}
