import { Badge } from "@mantine/core";
import { number, percent } from "../format/numbers";
import type { Job } from "../job/job";
import { shareDone } from "./outcomes";

/** How far a job has come, in a word. Nearly all is not all, so it is rounded down. */
export function ProgressPill({ job }: { job: Job }) {
  const share = Math.floor(shareDone(job) * 100) / 100;
  const rows = `${number(job.processedItems)} of ${number(job.totalItems)} rows have ended`;
  return (
    <Badge variant="default" tt="none" title={rows} style={{ fontVariantNumeric: "tabular-nums" }}>
      {percent(share)}
    </Badge>
  );
}
