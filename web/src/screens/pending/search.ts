import { JOB_TYPES, type JobType } from "../../parts/job/job";

export const OPEN_STATUSES = ["PENDING", "PROCESSING"] as const;
export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** Which of all that is open is looked at. What is not said is not narrowed. */
export interface PendingSearch {
  status?: OpenStatus;
  type?: JobType;
  job?: number;
  /** Moments, as the API takes them. */
  from?: string;
  to?: string;
  /** Everybody's, for admins. */
  whose?: "all";
}

export function pendingSearch(search: Record<string, unknown>): PendingSearch {
  return {
    status: OPEN_STATUSES.find((status) => status === search.status),
    type: JOB_TYPES.find((type) => type === search.type),
    job: positive(search.job),
    from: moment(search.from),
    to: moment(search.to),
    whose: search.whose === "all" ? "all" : undefined,
  };
}

export function isNarrowed(search: PendingSearch): boolean {
  return Object.values(search).some((value) => value !== undefined);
}

function positive(said: unknown): number | undefined {
  const value = Number(said);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function moment(said: unknown): string | undefined {
  return typeof said === "string" && !Number.isNaN(Date.parse(said)) ? said : undefined;
}
