import { formatNumber } from "../format/numbers";
import { StatusBadge } from "../status/StatusBadge";
import type { Job } from "./job";

/** The state of a job. A finished job with errors has a state of its own, with their number. */
export function JobStatusBadge({ job }: { job: Pick<Job, "queueState" | "failedItems"> }) {
  if (job.queueState !== "DONE" || job.failedItems === 0) return <StatusBadge status={job.queueState} />;
  return <StatusBadge status="DONE_WITH_ERRORS" detail={`(${formatNumber(job.failedItems)})`} />;
}
