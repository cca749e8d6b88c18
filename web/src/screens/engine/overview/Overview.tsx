import { Alert, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconX } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { number } from "../../../parts/format/numbers";
import { Time, useNow } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { causes, openAlerts, openBreakers, standing, workers } from "../queries";
import { type Attention, attentions, type Facts, waitingOf } from "./attention";

/** What needs attention now, and how much there is of everything else. */
export function Overview() {
  const now = useNow();
  const asked = useQueries({ queries: [standing, openBreakers, causes, openAlerts, workers] });
  const [stood, open, dead, alerts, working] = asked;
  if (!(stood.data && open.data && dead.data && alerts.data && working.data)) {
    const failed = asked.find(({ isError }) => isError);
    if (failed) return <Problem error={failed.error} onRetry={() => failed.refetch()} />;
    return <Loading rows={3} height={72} label="Looking how things stand" />;
  }
  const facts: Facts = {
    standing: stood.data,
    breakers: open.data,
    causes: dead.data,
    alerts: alerts.data,
    workers: working.data.workers,
  };
  const needed = attentions(facts, now);
  return (
    <Stack>
      <Stack gap="sm" role="status" aria-label="What needs attention">
        {needed.length === 0 ? <AllIsWell /> : needed.map((one) => <Needed key={one.title} {...one} />)}
      </Stack>
      <Numbers {...facts} />
    </Stack>
  );
}

function AllIsWell() {
  return (
    <Alert color="sheaf" icon={<IconCircleCheck aria-hidden />} title="All is well">
      Workers are alive, every site answers, and nothing has run out of attempts. What needs you will stand
      here.
    </Alert>
  );
}

function Needed({ tone, title, words, part, search, link }: Attention) {
  return (
    <Alert
      color={tone === "fails" ? "red" : "orange"}
      icon={tone === "fails" ? <IconX aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {words}
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

function Numbers({ standing, workers }: Facts) {
  const leased = standing.work.reduce((sum, { leased }) => sum + leased, 0);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
      <Count name="Workers alive" value={number(workers.filter(({ alive }) => alive).length)} />
      <Count name="In hand" value={number(leased)} />
      <Count name="Waiting in the queue" value={number(waitingOf(standing))} />
      <Count name="Waiting for room" value={number(standing.backlog)} />
      <Count name="Sites slowed down" value={number(standing.throttledLanes)} />
      <Count
        name="Oldest due work"
        value={standing.oldestDueAt === null ? "none" : <Time at={standing.oldestDueAt} />}
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
