import { JOB_STATES, JOB_TYPES, type JobState, type JobType } from "../../parts/job/job";

/** The filters of the job list. An undefined filter does not apply. */
export interface JobsSearch {
  state?: JobState;
  type?: JobType;
  /** The jobs of all users, for admins. */
  whose?: "all";
}

export function parseJobsSearch(search: Record<string, unknown>): JobsSearch {
  return {
    state: JOB_STATES.find((known) => known === search.state),
    type: JOB_TYPES.find((known) => known === search.type),
    whose: search.whose === "all" ? "all" : undefined,
  };
}

export function isNarrowed(search: JobsSearch): boolean {
  return Object.values(search).some((value) => value !== undefined);
}
