// Retries and exports the selected rows: chosen ones, or all that match the filters.
import { api, type Schemas, unwrap } from "../../../../api/client";
import { downloadExport, type ExportRequest } from "../../../../parts/job/export/download";
import { type ItemStatus, parseStatuses } from "../../search";
import { type Listing, readPage } from "../rows/pages";
import { MAX_SELECTED, type Selection } from "./selection";

const PAGE_SIZE = 1000;
type RetryRequest = Schemas["ReprocessWords"];

/** Canceled rows cannot be retried. */
const RETRYABLE: ItemStatus[] = ["PENDING", "PROCESSING", "DONE", "NOT_FOUND", "ERROR", "SKIPPED"];

/** The ids of the selected rows; of all matching rows at most as many as one request can list. */
export interface SelectedIds {
  ids: string[];
  areAll: boolean;
}

async function collectIds(listing: Listing, selection: Selection): Promise<SelectedIds> {
  if (!selection.isAll) return { ids: [...selection.ids], areAll: true };
  const ids: string[] = [];
  for (let after: string | null = null, isMore = true; isMore; isMore = after !== null) {
    const page = await readPage(listing, { after }, PAGE_SIZE);
    ids.push(...page.items.map((item) => item.id));
    after = page.next;
    if (ids.length >= MAX_SELECTED) {
      return {
        ids: ids.slice(0, MAX_SELECTED),
        areAll: after === null && ids.length === MAX_SELECTED,
      };
    }
  }
  return { ids, areAll: true };
}

/** Whether the server can select the rows itself, so that they need not be listed. */
function isFilteredByStatusOnly({ filter }: Listing, isReasonToo: boolean): boolean {
  const { statuses: _, reason, ...rest } = filter;
  return Object.values(rest).every((value) => value === undefined) && (isReasonToo || reason === undefined);
}

export async function retrySelected(listing: Listing, selection: Selection): Promise<SelectedIds | null> {
  if (selection.isAll && isFilteredByStatusOnly(listing, true)) {
    const chosen = parseStatuses(listing.filter.statuses);
    const statuses = RETRYABLE.filter(
      (status) => chosen.length === 0 || chosen.includes(status),
    ) as RetryRequest["statuses"];
    const { reason } = listing.filter;
    await retryRows(listing.jobId, {
      scope: "job",
      statuses,
      reasons: reason ? [reason] : null,
      resetAttempts: true,
    });
    return null;
  }
  const selected = await collectIds(listing, selection);
  if (selected.ids.length > 0)
    await retryRows(listing.jobId, { itemIds: selected.ids, resetAttempts: false });
  return selected;
}

export function retryRows(jobId: number, body: RetryRequest): Promise<unknown> {
  return unwrap(api.POST("/api/jobs/{jobId}/reprocess", { params: { path: { jobId } }, body }));
}

export type ExportFormat = "csv" | "xlsx" | "jsonl";

/** `total` is the number of matching rows, if it is known. */
export async function exportSelected(
  listing: Listing,
  selection: Selection,
  format: ExportFormat,
  total: number,
): Promise<SelectedIds | null> {
  if (selection.isAll && isFilteredByStatusOnly(listing, false)) {
    const request: ExportRequest = { format, scope: "all", statuses: parseStatuses(listing.filter.statuses) };
    await downloadExport(listing.jobId, request, total);
    return null;
  }
  const selected = await collectIds(listing, selection);
  await downloadExport(
    listing.jobId,
    { format, scope: "selected", itemIds: selected.ids },
    selected.ids.length,
  );
  return selected;
}
