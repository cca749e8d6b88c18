import { Group, NativeSelect, Text } from "@mantine/core";
import { formatCount } from "../../../parts/format/numbers";
import { getFilter, type ItemSort, type ItemStatus, isNarrowed, STATUSES } from "../search";
import { ColumnMenu } from "./columns/ColumnMenu";
import type { Columns } from "./columns/useColumns";
import { FilterChips } from "./filters/FilterChips";
import { Filters } from "./filters/Filters";
import type { ItemsGridProps } from "./props";
import type { Layout } from "./rows/layout";

const ORDERS: { value: ItemSort; label: string }[] = [
  { value: "row", label: "File order" },
  { value: "-updatedAt", label: "Recently updated first" },
  { value: "updatedAt", label: "Recently updated last" },
];

interface Props extends Pick<ItemsGridProps, "search" | "onSearch" | "fixedStatuses"> {
  columns: Columns;
}

export function Toolbar({ search, onSearch, fixedStatuses, columns }: Props) {
  const statuses: readonly ItemStatus[] = fixedStatuses ?? STATUSES;
  const filter = getFilter(search);
  return (
    <Group gap="xs">
      <Filters key={JSON.stringify(filter)} filter={filter} statuses={statuses} onFilter={onSearch} />
      <NativeSelect
        size="xs"
        aria-label="Sort by"
        data={ORDERS}
        value={search.sort ?? "row"}
        onChange={(event) => onSearch({ sort: parseSort(event.currentTarget.value) })}
      />
      <ColumnMenu columns={columns} />
      {isNarrowed(search) && <FilterChips filter={filter} onFilter={onSearch} />}
    </Group>
  );
}

export function parseSort(word: string): ItemSort | undefined {
  return word === "updatedAt" || word === "-updatedAt" ? word : undefined;
}

/** The number of rows, as far as it is known. `total` is the number that the job counts. */
export function RowCount({ layout: { known, isComplete }, total }: { layout: Layout; total: number | null }) {
  return (
    <Text size="sm" c="dimmed" lh="30px">
      {total === null && !isComplete
        ? `${formatCount(known, "row")} so far`
        : formatCount(total ?? known, "row")}
    </Text>
  );
}
