import { type ItemFilter, type ItemStatus, parseStatuses } from "../../search";
import type { Job } from "../props";

const COUNT_NAMES: Record<ItemStatus, keyof Job["counts"]> = {
  PENDING: "pending",
  PROCESSING: "processing",
  DONE: "done",
  NOT_FOUND: "notFound",
  ERROR: "error",
  SKIPPED: "skipped",
  CANCELED: "canceled",
};

/** Returns the number of matching rows if the job counts them, which it does by status only. */
export function countRows({ statuses, ...rest }: ItemFilter, counts: Job["counts"]): number | null {
  if (Object.values(rest).some((value) => value !== undefined)) return null;
  const chosen = parseStatuses(statuses);
  const counted =
    chosen.length > 0 ? chosen.map((status) => COUNT_NAMES[status]) : Object.values(COUNT_NAMES);
  return counted.reduce((sum, name) => sum + counts[name], 0);
}
