import { Code, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { duration, number, plural } from "../../../parts/format/numbers";
import { Time, useNow } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { WebLink } from "../../../parts/links/WebLink";
import { Asked } from "../parts/Asked";
import { Sign } from "../parts/Sign";
import { WideTable } from "../parts/WideTable";
import { type Worker, workers } from "../queries";

type Held = Worker["held"][number];

const COLUMNS = ["Work", "Stage", "Attempt", "For", "Lease"];
const STAGES: Record<string, string> = { crawl: "Fetching", extract: "Reading", match: "Matching" };

/** Who works, and what each has in hand. */
export default function Workers() {
  const asked = useQuery(workers);
  return (
    <Asked of={asked} rows={3} label="Asking for the workers">
      {({ workers: found, next }) =>
        found.length === 0 ? (
          <EmptyState title="No worker is alive, and none was lately">
            Workers fetch pages and read them. “garner serve” starts one beside the server; more can be
            started on any machine with <Code>garner worker</Code>.
          </EmptyState>
        ) : (
          <Stack>
            {found.map((worker) => (
              <OneWorker key={worker.name} worker={worker} />
            ))}
            {next !== null && <Text c="dimmed">Only the first {number(found.length)} are shown.</Text>}
          </Stack>
        )
      }
    </Asked>
  );
}

function OneWorker({ worker }: { worker: Worker }) {
  const { name, alive, startedAt, seenAt, holding, expired, held } = worker;
  return (
    <Paper withBorder p="md" component="section" aria-label={`Worker ${name}`}>
      <Group gap="sm" mb="xs">
        <Title order={2} size="h5" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Title>
        {alive ? <Sign tone="well" word="Alive" /> : <Sign tone="fails" word="Silent" />}
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
        {holding === 0
          ? "It holds nothing: it waits for work."
          : `It holds ${plural(holding, "piece")} of work.`}
        {expired > 0 && ` Leases that have run out: ${number(expired)}; another worker may take that work.`}
        {worker.readsText && " It reads text off pictures."}
        {worker.allowsPrivate && " It may fetch from private addresses."}
      </Text>
      {held.length > 0 && (
        <WideTable label={`What ${name} holds`} columns={COLUMNS} minWidth={560}>
          {held.map((piece) => (
            <Piece key={piece.workId} piece={piece} />
          ))}
        </WideTable>
      )}
      {holding > held.length && (
        <Text size="sm" c="dimmed" mt="xs">
          And {number(holding - held.length)} more, which it has had for less long.
        </Text>
      )}
    </Paper>
  );
}

function Piece({ piece }: { piece: Held }) {
  const now = useNow(1);
  const left = (Date.parse(piece.leaseUntil) - now) / 1000;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Subject piece={piece} />
      </Table.Td>
      <Table.Td>{STAGES[piece.stage] ?? piece.stage}</Table.Td>
      <Table.Td>{number(piece.attempt)}</Table.Td>
      <Table.Td>{duration((now - Date.parse(piece.since)) / 1000)}</Table.Td>
      <Table.Td>{left > 0 ? `${duration(left)} left` : `ran out ${duration(-left)} ago`}</Table.Td>
    </Table.Tr>
  );
}

function Subject({ piece: { url, jobId, row, workId } }: { piece: Held }) {
  const ofJob = jobId !== null && (
    <Text size="xs" c="dimmed">
      <AnchorLink to="/jobs/$jobId" params={{ jobId: String(jobId) }} size="xs">
        Job {jobId}
      </AnchorLink>
      {row !== null && `, row ${number(row)}`}
    </Text>
  );
  return (
    <>
      {url !== null ? <WebLink to={url} /> : ofJob || <Text size="sm">Work {workId}</Text>}
      {url !== null && ofJob}
    </>
  );
}
