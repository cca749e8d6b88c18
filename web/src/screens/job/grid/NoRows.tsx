import { Button, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { Problem } from "../../../parts/feedback/Problem";
import { formatCount } from "../../../parts/format/numbers";
import { isNarrowed, NO_FILTER } from "../search";
import type { ItemsGridProps } from "./props";
import type { Rows } from "./rows/useRows";

const LONG_AFTER_MS = 10_000;
const MANY_PAGES = 3;

/** Why the list is empty, and what to do. */
export function NoRows({ job, search, onSearch }: Pick<ItemsGridProps, "job" | "search" | "onSearch">) {
  if (isNarrowed(search))
    return (
      <EmptyState
        title="No rows match the filters"
        action={<Button onClick={() => onSearch(NO_FILTER)}>Clear filters</Button>}
      >
        Rows that match later appear here automatically.
      </EmptyState>
    );
  return (
    <EmptyState title="No rows">
      {job.totalItems === 0
        ? "Rows appear here as the file is read."
        : "No rows have this status. New ones appear here automatically."}
    </EmptyState>
  );
}

/** An error or a delay while rows are loaded. */
export function RowsStatus({ rows, isWaiting }: { rows: Rows; isWaiting: boolean }) {
  const isLong = useIsLong(isWaiting && rows.error === null);
  if (rows.error) return <Problem error={rows.error} title="Could not load rows" onRetry={rows.retry} />;
  if (isWaiting && rows.pagesRead >= MANY_PAGES)
    return (
      <Text size="sm" role="status">
        Searching the rows, {formatCount(rows.pagesRead, "page")} so far.
      </Text>
    );
  if (!isLong) return null;
  return (
    <Group gap="xs" role="status">
      <Text size="sm">This takes longer than usual. The server may be busy.</Text>
      <Button size="xs" variant="default" onClick={rows.retry}>
        Retry
      </Button>
    </Group>
  );
}

function useIsLong(isWaiting: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setLong(true), LONG_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLong;
}
