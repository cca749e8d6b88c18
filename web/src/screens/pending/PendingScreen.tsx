import { Anchor, Code, Group, Stack, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { usePageFacts } from "../../api/facts";
import { EmptyState } from "../../parts/feedback/EmptyState";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { plural } from "../../parts/format/numbers";
import { AnchorLink, ButtonLink } from "../../parts/links/links";
import { Screen } from "../../parts/shell/Screen";
import { PendingFilters } from "./PendingFilters";
import { PendingTable } from "./PendingTable";
import { RetrySelected } from "./RetrySelected";
import { isNarrowed, type PendingSearch } from "./search";
import { usePending } from "./usePending";
import { useSelectedItems } from "./useSelectedItems";

export function PendingScreen() {
  const facts = usePageFacts();
  const search = useSearch({ from: "/pending" });
  const navigate = useNavigate({ from: "/pending" });
  return (
    <Screen
      wide
      title="Pending"
      lead="All that is not done, over all jobs: what has waited longest comes first."
    >
      {facts.isPending && <Loading label="Asking what this server has" />}
      {facts.isError && <Problem error={facts.error} onRetry={() => facts.refetch()} />}
      {facts.data && !facts.data.features.pendingDashboard && <SwitchedOff />}
      {facts.data?.features.pendingDashboard && (
        <Stack>
          <PendingFilters
            search={search}
            onSearch={(chosen) => navigate({ search: chosen, replace: true, resetScroll: false })}
          />
          <PendingList search={search} />
        </Stack>
      )}
    </Screen>
  );
}

function PendingList({ search }: { search: PendingSearch }) {
  const pending = usePending(search);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pending;
  const items = useMemo(() => pending.data?.pages.flatMap((page) => page.items) ?? [], [pending.data]);
  const selection = useSelectedItems(items);
  const more = useCallback(() => {
    if (!isFetchingNextPage) fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  if (pending.isPending) return <Loading rows={8} height={56} label="Loading what is pending" />;
  if (pending.isError && pending.data === undefined)
    return (
      <Problem
        error={pending.error}
        title="What is pending could not be listed"
        onRetry={() => pending.refetch()}
      />
    );
  if (items.length === 0) return <NothingPending search={search} />;
  const count = pending.data.pages[0]?.pendingCount ?? items.length;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {plural(count, "item")} in all, counted some seconds ago
        </Text>
        <RetrySelected selection={selection} />
      </Group>
      <PendingTable
        items={items}
        selection={selection}
        showsOwners={search.whose === "all"}
        hasMore={hasNextPage}
        onMore={more}
      />
    </Stack>
  );
}

function NothingPending({ search }: { search: PendingSearch }) {
  if (isNarrowed(search)) {
    return (
      <EmptyState
        title="No pending items match the filters"
        action={
          <AnchorLink to="/pending" search={{ whose: search.whose }}>
            Clear filters
          </AnchorLink>
        }
      >
        Items that matched may be done by now.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing is pending" action={<ButtonLink to="/">Send a file</ButtonLink>}>
      Rows of your jobs stand here while they wait or are worked on, and each says why it is not done yet.
    </EmptyState>
  );
}

function SwitchedOff() {
  return (
    <EmptyState
      title="This list is switched off here"
      action={<ButtonLink to="/jobs">Go to the jobs</ButtonLink>}
    >
      Whoever runs this server switches it on with <Code>GARNER_PENDING_DASHBOARD=true</Code> (see the{" "}
      <Anchor href="/docs" underline="always">
        documentation
      </Anchor>
      ). What is pending of one job is always under its tab Pending.
    </EmptyState>
  );
}
