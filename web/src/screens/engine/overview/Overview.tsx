import { Alert, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconX } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { formatNumber } from "../../../parts/format/numbers";
import { Time, useNow } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { causes, openAlerts, openBreakers, queueStatus, workers } from "../queries";
import { type Attention, countWaiting, type Facts, findAttention } from "./attention";

/** What needs attention, and key figures of the engine. */
export function Overview() {
  const now = useNow();
  const results = useQueries({ queries: [queueStatus, openBreakers, causes, openAlerts, workers] });
  const [queue, open, dead, alerts, working] = results;
  if (!(queue.data && open.data && dead.data && alerts.data && working.data)) {
    const failed = results.find(({ isError }) => isError);
    if (failed) return <Problem error={failed.error} onRetry={() => failed.refetch()} />;
    return <Loading rows={3} height={72} label="Loading the overview" />;
  }
  const facts: Facts = {
    queue: queue.data,
    breakers: open.data,
    causes: dead.data,
    alerts: alerts.data,
    workers: working.data.workers,
  };
  const attention = findAttention(facts, now);
  return (
    <Stack>
      <Stack gap="sm" role="status" aria-label="Needs attention">
        {attention.length === 0 ? (
          <AllClear />
        ) : (
          attention.map((item) => <AttentionAlert key={item.title} {...item} />)
        )}
      </Stack>
      <KeyFigures {...facts} />
    </Stack>
  );
}

function AllClear() {
  return (
    <Alert color="sheaf" icon={<IconCircleCheck aria-hidden />} title="Nothing needs attention">
      Workers are alive, all sites respond, and there are no dead letters.
    </Alert>
  );
}

function AttentionAlert({ tone, title, description, part, search, link }: Attention) {
  return (
    <Alert
      color={tone === "error" ? "red" : "orange"}
      icon={tone === "error" ? <IconX aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {description}
      </Text>
      <AnchorLink
        to="/engine/$part"
        params={{ part }}
        search={search ?? {}}
        size="sm"
        underline="always"
        c="inherit"
        fw={600}
      >
        {link}
      </AnchorLink>
    </Alert>
  );
}

function KeyFigures({ queue, workers }: Facts) {
  const leased = queue.work.reduce((sum, { leased }) => sum + leased, 0);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
      <Count name="Workers alive" value={formatNumber(workers.filter(({ alive }) => alive).length)} />
      <Count name="In progress" value={formatNumber(leased)} />
      <Count name="Queued" value={formatNumber(countWaiting(queue))} />
      <Count name="Backlog" value={formatNumber(queue.backlog)} />
      <Count name="Throttled sites" value={formatNumber(queue.throttledLanes)} />
      <Count
        name="Oldest due task"
        value={queue.oldestDueAt === null ? "none" : <Time at={queue.oldestDueAt} />}
      />
    </SimpleGrid>
  );
}

function Count({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text fw={600} size="lg">
        {value}
      </Text>
    </Paper>
  );
}
