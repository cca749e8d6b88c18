import { acceptedMoment } from "../../parts/format/localMoment";
import { JOB_TYPES, type JobType } from "../../parts/job/job";

const OPEN_STATUSES = ["PENDING", "PROCESSING"] as const;
type OpenStatus = (typeof OPEN_STATUSES)[number];

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
    job: readPositive(search.job),
    from: acceptedMoment(search.from),
    to: acceptedMoment(search.to),
    whose: search.whose === "all" ? "all" : undefined,
  };
}

/** Whether items are left out. Those of all users are more, not fewer. */
export function isNarrowed({ whose: _, ...filters }: PendingSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

function readPositive(value: unknown): number | undefined {
  const parsed = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof parsed === "number" && Number.isSafeInteger(parsed) && parsed > 0 ? parsed : undefined;
}
