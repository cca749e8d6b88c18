import { Alert, Button, CloseButton, Group, List, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { formatCount, formatNumber } from "../../../parts/format/numbers";
import { JobStatusBadge } from "../../../parts/job/JobStatusBadge";
import { getJobName, isOpen, type Job } from "../../../parts/job/job";
import { useLiveJob } from "../../../parts/job/liveJob";
import { AnchorLink } from "../../../parts/links/links";
import { Waiting } from "../../../parts/status/Waiting";
import { parseJobReason } from "../../../parts/status/waitingReason";
import { hideSent } from "../send/sending";
import { SentItems } from "./SentItems";

/** A job that was sent from this tab, with its progress and its items. */
export function SentJob({ jobId }: { jobId: number }) {
  const { job, stream } = useLiveJob(jobId);
  if (job.isPending) return <Loading rows={2} height={64} label="Loading the job" />;
  if (job.isError) {
    return (
      <Problem error={job.error} title={`Could not load job ${jobId}`} onRetry={() => job.refetch()}>
        <Button size="xs" variant="subtle" onClick={() => hideSent(jobId)}>
          Hide
        </Button>
      </Problem>
    );
  }
  const { lastError, warnings, unusedColumns } = job.data;
  const name = getJobName(job.data);
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Title>
          <Group gap="sm">
            <JobStatusBadge job={job.data} />
            <AnchorLink to="/jobs/$jobId" params={{ jobId: String(jobId) }} size="sm">
              Open job
            </AnchorLink>
            <CloseButton size="sm" onClick={() => hideSent(jobId)} aria-label={`Hide ${name}`} />
          </Group>
        </Group>
        <SentProgress job={job.data} isReconnecting={stream === "reconnecting"} />
        {lastError && (
          <Alert
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            title="Part of the file could not be read"
          >
            {lastError}
          </Alert>
        )}
        {warnings.length > 0 && (
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        )}
        {unusedColumns.length > 0 && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            Unused columns: {unusedColumns.join(", ")}
          </Text>
        )}
        <SentItems job={job.data} />
      </Stack>
    </Paper>
  );
}

function SentProgress({ job, isReconnecting }: { job: Job; isReconnecting: boolean }) {
  const { totalItems, processedItems, failedItems, waiting } = job;
  const share = totalItems > 0 ? (processedItems / totalItems) * 100 : 0;
  const done = `${formatNumber(processedItems)} of ${formatCount(totalItems, "item")} done`;
  const failed = failedItems > 0 ? `, ${formatNumber(failedItems)} with errors` : "";
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {totalItems === 0 && isOpen(job) ? "Reading rows…" : `${done}${failed}.`}
        {isReconnecting && " Reconnecting…"}
      </Text>
      {waiting && <Waiting reason={parseJobReason(job, waiting)} />}
      {isOpen(job) && (
        <Progress.Root size="sm">
          <Progress.Section value={share} aria-label="Done" />
        </Progress.Root>
      )}
    </Stack>
  );
}
