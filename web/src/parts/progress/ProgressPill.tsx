import { Badge } from "@mantine/core";
import { formatNumber, formatPercent } from "../format/numbers";
import type { Job } from "../job/job";
import { getDoneShare } from "./outcomes";

/** The finished share of a job, rounded down so that 100 % means all rows. */
export function ProgressPill({ job }: { job: Job }) {
  const share = Math.floor(getDoneShare(job) * 100) / 100;
  const rows = `${formatNumber(job.processedItems)} of ${formatNumber(job.totalItems)} rows finished`;
  return (
    <Badge variant="default" tt="none" title={rows} style={{ fontVariantNumeric: "tabular-nums" }}>
      {formatPercent(share)}
    </Badge>
  );
}
