import { Button, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { Problem } from "../../../parts/feedback/Problem";
import { plural } from "../../../parts/format/numbers";
import { isNarrowed, NO_FILTER } from "../search";
import type { ItemsGridProps } from "./props";
import type { Rows } from "./rows/useRows";

const LONG_AFTER_MS = 10_000;
const MANY_PAGES = 3;

/** Why nothing is listed, and the way out. */
export function NoRows({ job, search, onSearch }: Pick<ItemsGridProps, "job" | "search" | "onSearch">) {
  if (isNarrowed(search))
    return (
      <EmptyState
        title="Nothing fits these filters"
        action={<Button onClick={() => onSearch(NO_FILTER)}>Remove the filters</Button>}
      >
        Rows that come to fit while the job goes on appear here by themselves.
      </EmptyState>
    );
  return (
    <EmptyState title="No rows here">
      {job.totalItems === 0
        ? "Rows appear here as the file is read."
        : "No row is in such a state now. Those that come to be appear by themselves."}
    </EmptyState>
  );
}

/** What goes wrong or takes long while rows are read. */
export function RowsStatus({ rows, isWaiting }: { rows: Rows; isWaiting: boolean }) {
  const isLong = useIsLong(isWaiting && rows.error === null);
  if (rows.error) return <Problem error={rows.error} title="Rows could not be read" onRetry={rows.retry} />;
  if (isWaiting && rows.pagesRead >= MANY_PAGES)
    return (
      <Text size="sm" role="status">
        Looking through the rows, {plural(rows.pagesRead, "page")} so far.
      </Text>
    );
  if (!isLong) return null;
  return (
    <Group gap="xs" role="status">
      <Text size="sm">This takes longer than usual; the server may be busy.</Text>
      <Button size="xs" variant="default" onClick={rows.retry}>
        Ask again
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
