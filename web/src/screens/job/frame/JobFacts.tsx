import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatNumber } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { isOpen, type Job } from "../../../parts/job/job";
import { describeKindOfJob } from "../../../parts/record/kinds";

/** Further facts of a job, in one line. */
export function JobFacts({ job }: { job: Job }) {
  return (
    <Group component="dl" gap="lg" m={0} style={{ rowGap: 4 }}>
      <Fact name="Rows">{formatNumber(job.totalItems)}</Fact>
      <Fact name="Kind">{job.kind === "auto" ? "any" : describeKindOfJob(job.kind)}</Fact>
      <Fact name="Sent">
        <Time at={job.createdAt} />
      </Fact>
      {job.lastHeartbeat && (
        <Fact name={isOpen(job) ? "Last change" : "Finished"}>
          <Time at={job.lastHeartbeat} />
        </Fact>
      )}
      {job.attempts > 0 && <Fact name="Runs">{formatNumber(job.attempts)}</Fact>}
    </Group>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </Group>
  );
}
