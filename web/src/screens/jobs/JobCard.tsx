import { Group, Paper, Stack, Text } from "@mantine/core";
import { formatCount } from "../../parts/format/numbers";
import { Time } from "../../parts/format/Time";
import { DeleteJobButton } from "../../parts/job/DeleteJobButton";
import { ExportButton } from "../../parts/job/export/ExportButton";
import { JobControls } from "../../parts/job/JobControls";
import { JobStatusBadge } from "../../parts/job/JobStatusBadge";
import { JobTypeChip } from "../../parts/job/JobTypeChip";
import { getJobName, getJobSource, type Job } from "../../parts/job/job";
import { AnchorLink } from "../../parts/links/links";
import { Legend } from "../../parts/progress/Legend";
import { Pace } from "../../parts/progress/Pace";
import { ProgressBar } from "../../parts/progress/ProgressBar";
import { ProgressPill } from "../../parts/progress/ProgressPill";
import { describeKindOfJob } from "../../parts/record/kinds";
import { Waiting } from "../../parts/status/Waiting";
import { parseJobReason } from "../../parts/status/waitingReason";

/** A job in the list: its name and state, its progress, and its actions. */
export function JobCard({ job }: { job: Job }) {
  return (
    <Paper component="li" withBorder p="md" aria-label={getJobName(job)}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Stack gap={2} miw={0} style={{ flex: "1 1 260px" }}>
            <Group gap="xs">
              <AnchorLink
                to="/jobs/$jobId"
                params={{ jobId: String(job.jobId) }}
                fw={600}
                style={{ overflowWrap: "anywhere" }}
              >
                {getJobName(job)}
              </AnchorLink>
              <JobStatusBadge job={job} />
              <JobTypeChip type={getJobSource(job)} />
            </Group>
            <Text size="sm" c="dimmed" component="div">
              Job {job.jobId} · {formatCount(job.totalItems, "row")} · {describeKindOfJob(job.kind)} ·{" "}
              <Time at={job.createdAt} />
            </Text>
          </Stack>
          <Group gap="xs">
            <JobControls job={job} />
            <ExportButton job={job} />
            <DeleteJobButton job={job} />
          </Group>
        </Group>
        <Group gap="sm" wrap="nowrap">
          <div style={{ flex: 1 }}>
            <ProgressBar job={job} />
          </div>
          <ProgressPill job={job} />
        </Group>
        <Group justify="space-between" gap="xs">
          <Legend job={job} />
          <Pace job={job} />
        </Group>
        {job.waiting && <Waiting reason={parseJobReason(job, job.waiting)} />}
      </Stack>
    </Paper>
  );
}
