// The tab, filters and order of a job's screen, which the address bar stores.
import { parseMoment } from "../../parts/format/localMoment";

const TABS = ["items", "pending", "errors", "tuning"] as const;
export type JobTab = (typeof TABS)[number];

const SORTS = ["row", "updatedAt", "-updatedAt"] as const;
export type ItemSort = (typeof SORTS)[number];

export const STATUSES = [
  "PENDING",
  "PROCESSING",
  "DONE",
  "NOT_FOUND",
  "ERROR",
  "SKIPPED",
  "CANCELED",
] as const;
export type ItemStatus = (typeof STATUSES)[number];
export const FAILED: readonly ItemStatus[] = ["ERROR", "NOT_FOUND"];

/** The filters of the grid. `from` and `to` are timestamps in the format of the API. */
export interface ItemFilter {
  /** Separated by commas. */
  statuses?: string;
  reason?: string;
  domain?: string;
  /** The bounds of the confidence; for matched rows, of the match. */
  minConfidence?: number;
  maxConfidence?: number;
  from?: string;
  to?: string;
}

export interface JobSearch extends ItemFilter {
  tab?: JobTab;
  sort?: ItemSort;
  /** The item whose drawer is open. */
  item?: string;
}

export const NO_FILTER: ItemFilter = {
  statuses: undefined,
  reason: undefined,
  domain: undefined,
  minConfidence: undefined,
  maxConfidence: undefined,
  from: undefined,
  to: undefined,
};

export function parseJobSearch(search: Record<string, unknown>): JobSearch {
  const known: JobSearch = {
    tab: findKnown(TABS, search.tab),
    sort: findKnown(SORTS, search.sort),
    item: readText(search.item),
    statuses: parseStatuses(readText(search.statuses)).join(",") || undefined,
    reason: readText(search.reason),
    domain: readText(search.domain),
    minConfidence: readShare(search.minConfidence),
    maxConfidence: readShare(search.maxConfidence),
    from: parseMoment(search.from),
    to: parseMoment(search.to),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Parses known statuses from a list, in the order of an item's life. */
export function parseStatuses(text: string | undefined): ItemStatus[] {
  const listed = new Set((text ?? "").toUpperCase().split(","));
  return STATUSES.filter((status) => listed.has(status));
}

/** Limits the status filter to the statuses of a tab. */
export function limitStatuses(search: JobSearch, statuses: readonly ItemStatus[]): JobSearch {
  const chosen = parseStatuses(search.statuses).filter((status) => statuses.includes(status));
  return { ...search, statuses: chosen.join(",") || undefined };
}

export function getFilter({
  statuses,
  reason,
  domain,
  minConfidence,
  maxConfidence,
  from,
  to,
}: JobSearch): ItemFilter {
  return { statuses, reason, domain, minConfidence, maxConfidence, from, to };
}

export function isNarrowed(search: JobSearch): boolean {
  return Object.values(getFilter(search)).some((value) => value !== undefined);
}

function findKnown<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

/** The router parses a parameter that looks like a number as a number. */
function readText(value: unknown): string | undefined {
  return (typeof value === "string" || typeof value === "number") && value !== "" ? String(value) : undefined;
}

function readShare(value: unknown): number | undefined {
  const share = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof share === "number" && share >= 0 && share <= 1 ? share : undefined;
}
