import { Progress } from "@mantine/core";
import { formatNumber } from "../format/numbers";
import type { Job } from "../job/job";
import { getDoneShare, listOutcomes } from "./outcomes";

/** The finished share of a job, colored by status. The legend beside it gives the same counts as text. */
export function ProgressBar({ job, size = "lg" }: { job: Job; size?: string }) {
  const done = Math.floor(getDoneShare(job) * 100);
  return (
    <Progress.Root
      size={size}
      transitionDuration={300}
      role="progressbar"
      aria-label="Finished rows"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={done}
      aria-valuetext={`${done} %, ${formatNumber(job.processedItems)} of ${formatNumber(job.totalItems)}`}
    >
      {listOutcomes(job)
        .filter(({ count }) => count !== "pending")
        .map(({ count, color }) => (
          <Progress.Section
            key={count}
            withAria={false}
            value={(job.counts[count] / job.totalItems) * 100}
            color={color}
            striped={count === "processing"}
          />
        ))}
    </Progress.Root>
  );
}
