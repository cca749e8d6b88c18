import { FAILED, type ItemStatus, type JobSearch, parseStatuses } from "../../search";
import type { ListedRows } from "../columns/columns";

/** A filter by error code lists failed rows only. */
export function findListedRows(
  { statuses, reason }: JobSearch,
  fixedStatuses: readonly ItemStatus[] | undefined,
): ListedRows {
  if (fixedStatuses?.includes("PENDING")) return "open";
  const listed = statuses ? parseStatuses(statuses) : (fixedStatuses ?? []);
  const areFailed = listed.length > 0 && listed.every((status) => FAILED.includes(status));
  return areFailed || reason !== undefined ? "failed" : "any";
}
