import { Anchor, Code, Group, Stack, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { usePageFacts } from "../../api/pageFacts";
import { EmptyState } from "../../parts/feedback/EmptyState";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { formatCount } from "../../parts/format/numbers";
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
    <Screen wide title="Pending" lead="Unfinished items of all jobs, longest wait first.">
      {facts.isPending && <Loading label="Loading" />}
      {facts.isError && <Problem error={facts.error} onRetry={() => facts.refetch()} />}
      {facts.data && !facts.data.features.pendingDashboard && <DashboardDisabled />}
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
  if (pending.isPending) return <Loading rows={8} height={56} label="Loading pending items" />;
  if (pending.isError && pending.data === undefined)
    return (
      <Problem
        error={pending.error}
        title="Could not load the pending items"
        onRetry={() => pending.refetch()}
      />
    );
  if (items.length === 0) return <NoPendingItems search={search} />;
  // The count is cached, and may be older than the list.
  const count = Math.max(pending.data.pages[0]?.pendingCount ?? 0, items.length);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {formatCount(count, "item")} in total, as of a few seconds ago
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

function NoPendingItems({ search }: { search: PendingSearch }) {
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
        Matching items may be done by now.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No pending items" action={<ButtonLink to="/">Send a file</ButtonLink>}>
      Rows of your jobs are listed here until they are done, each with the reason why it waits.
    </EmptyState>
  );
}

function DashboardDisabled() {
  return (
    <EmptyState title="This list is disabled" action={<ButtonLink to="/jobs">Open jobs</ButtonLink>}>
      The operator of this server can enable it with <Code>GARNER_PENDING_DASHBOARD=true</Code> (see the{" "}
      <Anchor href="/docs" underline="always">
        documentation
      </Anchor>
      ). Each job also lists its own pending items on its Pending tab.
    </EmptyState>
  );
}
