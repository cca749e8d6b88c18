import { parseMoment } from "../../parts/format/localMoment";
import { JOB_TYPES, type JobType } from "../../parts/job/job";

const OPEN_STATUSES = ["PENDING", "PROCESSING"] as const;
type OpenStatus = (typeof OPEN_STATUSES)[number];

/** The filters of the pending items. An undefined filter does not apply. */
export interface PendingSearch {
  status?: OpenStatus;
  type?: JobType;
  job?: number;
  /** Timestamps in the format of the API. */
  from?: string;
  to?: string;
  /** The items of all users, for admins. */
  whose?: "all";
}

export function parsePendingSearch(search: Record<string, unknown>): PendingSearch {
  return {
    status: OPEN_STATUSES.find((status) => status === search.status),
    type: JOB_TYPES.find((type) => type === search.type),
    job: readPositive(search.job),
    from: parseMoment(search.from),
    to: parseMoment(search.to),
    whose: search.whose === "all" ? "all" : undefined,
  };
}

/** Whether a filter leaves items out. Showing all users adds items, so it does not count. */
export function isNarrowed({ whose: _, ...filters }: PendingSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

function readPositive(value: unknown): number | undefined {
  const parsed = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof parsed === "number" && Number.isSafeInteger(parsed) && parsed > 0 ? parsed : undefined;
}
