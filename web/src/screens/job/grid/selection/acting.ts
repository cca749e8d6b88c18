// What is done with rows that are selected, by name or all that fit.
import { api, type Schemas, told } from "../../../../api/client";
import { downloadExport, type ExportWish } from "../../../../parts/job/export/download";
import { type ItemStatus, statusesOf } from "../../search";
import { type Listing, readPage } from "../rows/pages";
import { MOST_SELECTED, type Selection } from "./selection";

const READ_AT_ONCE = 1000;
type Redo = Schemas["ReprocessWords"];

/** Rows of a job that was canceled are not done again. */
const REDONE: ItemStatus[] = ["PENDING", "PROCESSING", "DONE", "NOT_FOUND", "ERROR", "SKIPPED"];

/** By name; of all that fit as many as can be named. */
export interface Named {
  ids: string[];
  areAll: boolean;
}

async function named(listing: Listing, selection: Selection): Promise<Named> {
  if (!selection.isAll) return { ids: [...selection.ids], areAll: true };
  const ids: string[] = [];
  for (let after: string | null = null, isMore = true; isMore; isMore = after !== null) {
    const page = await readPage(listing, { after }, READ_AT_ONCE);
    ids.push(...page.items.map((item) => item.id));
    after = page.next;
    if (ids.length >= MOST_SELECTED) {
      return {
        ids: ids.slice(0, MOST_SELECTED),
        areAll: after === null && ids.length === MOST_SELECTED,
      };
    }
  }
  return { ids, areAll: true };
}

/** Whether the server itself finds those that are meant, however many. */
function isByStatus({ filter }: Listing, isReasonToo: boolean): boolean {
  const { statuses: _, reason, ...rest } = filter;
  return Object.values(rest).every((value) => value === undefined) && (isReasonToo || reason === undefined);
}

export async function redoSelected(listing: Listing, selection: Selection): Promise<Named | null> {
  if (selection.isAll && isByStatus(listing, true)) {
    const said = statusesOf(listing.filter.statuses);
    const statuses = REDONE.filter(
      (status) => said.length === 0 || said.includes(status),
    ) as Redo["statuses"];
    const { reason } = listing.filter;
    await redo(listing.jobId, {
      scope: "job",
      statuses,
      reasons: reason ? [reason] : null,
      resetAttempts: true,
    });
    return null;
  }
  const those = await named(listing, selection);
  if (those.ids.length > 0) await redo(listing.jobId, { itemIds: those.ids, resetAttempts: false });
  return those;
}

export function redo(jobId: number, body: Redo): Promise<unknown> {
  return told(api.POST("/api/jobs/{jobId}/reprocess", { params: { path: { jobId } }, body }));
}

export type ExportFormat = "csv" | "xlsx" | "jsonl";

/** `total` is how many fit, where that is known. */
export async function exportSelected(
  listing: Listing,
  selection: Selection,
  format: ExportFormat,
  total: number,
): Promise<Named | null> {
  if (selection.isAll && isByStatus(listing, false)) {
    const wish: ExportWish = { format, scope: "all", statuses: statusesOf(listing.filter.statuses) };
    await downloadExport(listing.jobId, wish, total);
    return null;
  }
  const those = await named(listing, selection);
  await downloadExport(listing.jobId, { format, scope: "selected", itemIds: those.ids }, those.ids.length);
  return those;
}
