import { Code, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { formatCount, formatDuration, formatNumber } from "../../../parts/format/numbers";
import { Time, useNow } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { WebLink } from "../../../parts/links/WebLink";
import { StateBadge } from "../../../parts/status/StateBadge";
import { QueryResult } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { type Worker, workers } from "../queries";

type Task = Worker["held"][number];

const COLUMNS = ["Work", "Stage", "Attempt", "Duration", "Lease"];
const STAGES: Record<string, string> = { crawl: "Fetching", extract: "Reading", match: "Matching" };

/** The workers and their current work. */
export default function Workers() {
  const result = useQuery(workers);
  return (
    <QueryResult query={result} rows={3} label="Loading the workers">
      {({ workers: workerList, next }) =>
        workerList.length === 0 ? (
          <EmptyState title="No workers">
            No worker has run recently. Workers fetch and read pages. “garner serve” starts one with the
            server. Start more on any machine with <Code>garner worker</Code>.
          </EmptyState>
        ) : (
          <Stack>
            {workerList.map((worker) => (
              <WorkerCard key={worker.name} worker={worker} />
            ))}
            {next !== null && (
              <Text c="dimmed">Only the first {formatNumber(workerList.length)} workers are shown.</Text>
            )}
          </Stack>
        )
      }
    </QueryResult>
  );
}

function WorkerCard({ worker }: { worker: Worker }) {
  const { name, alive, startedAt, seenAt, holding, expired, held } = worker;
  return (
    <Paper withBorder p="md" component="section" aria-label={`Worker ${name}`}>
      <Group gap="sm" mb="xs">
        <Title order={2} size="h5" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Title>
        {alive ? <StateBadge tone="ok" label="Alive" /> : <StateBadge tone="error" label="Not responding" />}
      </Group>
      <Text size="sm" c="dimmed" mb={held.length > 0 ? "sm" : 0}>
        {startedAt && (
          <>
            Started <Time at={startedAt} />.{" "}
          </>
        )}
        {seenAt && (
          <>
            Last seen <Time at={seenAt} everySeconds={1} />.{" "}
          </>
        )}
        {holding === 0 ? "Idle." : `${formatCount(holding, "task")} in progress.`}
        {expired > 0 && ` Expired leases: ${formatNumber(expired)}. Other workers may take over that work.`}
        {worker.readsText && " Reads text in pictures."}
        {worker.allowsPrivate && " May fetch from private addresses."}
      </Text>
      {held.length > 0 && (
        <WideTable label={`Work of ${name}`} columns={COLUMNS} minWidth={560}>
          {held.map((task) => (
            <TaskRow key={task.workId} task={task} />
          ))}
        </WideTable>
      )}
      {holding > held.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {formatNumber(holding - held.length)} more, started later.
        </Text>
      )}
    </Paper>
  );
}

function TaskRow({ task }: { task: Task }) {
  const now = useNow(1);
  const left = (Date.parse(task.leaseUntil) - now) / 1000;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Subject task={task} />
      </Table.Td>
      <Table.Td>{STAGES[task.stage] ?? task.stage}</Table.Td>
      <Table.Td>{formatNumber(task.attempt)}</Table.Td>
      <Table.Td>{formatDuration((now - Date.parse(task.since)) / 1000)}</Table.Td>
      <Table.Td>
        {left > 0 ? `${formatDuration(left)} left` : `expired ${formatDuration(-left)} ago`}
      </Table.Td>
    </Table.Tr>
  );
}

function Subject({ task: { url, jobId, row, workId } }: { task: Task }) {
  const jobLink = jobId !== null && (
    <Text size="xs" c="dimmed">
      <AnchorLink to="/jobs/$jobId" params={{ jobId: String(jobId) }} size="xs">
        Job {jobId}
      </AnchorLink>
      {row !== null && `, row ${formatNumber(row)}`}
    </Text>
  );
  return (
    <>
      {url !== null ? <WebLink to={url} /> : jobLink || <Text size="sm">Work {workId}</Text>}
      {url !== null && jobLink}
    </>
  );
}
