import { Badge } from "@mantine/core";
import { number, percent } from "../format/numbers";
import type { Job } from "../job/job";
import { shareDone } from "./outcomes";

/** The finished share of a job, rounded down so that 100 % means all rows. */
export function ProgressPill({ job }: { job: Job }) {
  const share = Math.floor(shareDone(job) * 100) / 100;
  const rows = `${number(job.processedItems)} of ${number(job.totalItems)} rows finished`;
  return (
    <Badge variant="default" tt="none" title={rows} style={{ fontVariantNumeric: "tabular-nums" }}>
      {percent(share)}
    </Badge>
  );
}
