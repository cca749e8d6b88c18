import { Text } from "@mantine/core";
import { formatDecimal, formatDuration } from "../format/numbers";
import { isActive, type Job } from "../job/job";

/** The rate of a job, and the remaining time if it is known. */
export function Pace({ job }: { job: Job }) {
  if (!isActive(job)) return null;
  return (
    <Text size="sm" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
      {formatDecimal(job.itemsPerSecond)} rows/s · {describeTimeLeft(job)}
    </Text>
  );
}

function describeTimeLeft(job: Job): string {
  if (job.etaSeconds === null) return "time left unknown";
  return `${formatDuration(job.etaSeconds)} left`;
}
