import { type ItemFilter, type ItemStatus, statusesOf } from "../../search";
import type { Job } from "../props";

const COUNTED: Record<ItemStatus, keyof Job["counts"]> = {
  PENDING: "pending",
  PROCESSING: "processing",
  DONE: "done",
  NOT_FOUND: "notFound",
  ERROR: "error",
  SKIPPED: "skipped",
  CANCELED: "canceled",
};

/** How many rows fit, where the job counts them: by status alone. */
export function countOf({ statuses, ...rest }: ItemFilter, counts: Job["counts"]): number | null {
  if (Object.values(rest).some((value) => value !== undefined)) return null;
  const said = statusesOf(statuses);
  const counted = said.length > 0 ? said.map((status) => COUNTED[status]) : Object.values(COUNTED);
  return counted.reduce((sum, name) => sum + counts[name], 0);
}
