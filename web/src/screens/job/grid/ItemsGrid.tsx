import "./grid.css";
import { Stack } from "@mantine/core";
import { useMemo } from "react";
import { ItemDrawer } from "../item/ItemDrawer";
import { getFilter, isNarrowed, limitStatuses } from "../search";
import { useColumns } from "./columns/useColumns";
import { Grid } from "./Grid";
import type { ItemsGridProps } from "./props";
import { countRows } from "./rows/counts";
import { findListedRows } from "./rows/listedRows";
import type { Listing } from "./rows/pages";
import { Toolbar } from "./Toolbar";

/** The grid of a job's items, with filters, order, selection, editing and details. */
export function ItemsGrid({ job, search: requested, onSearch, fixedStatuses }: ItemsGridProps) {
  const search = fixedStatuses ? limitStatuses(requested, fixedStatuses) : requested;
  const columns = useColumns(job, findListedRows(search, fixedStatuses));
  const sort = search.sort ?? "row";
  const filterJson = JSON.stringify({
    ...getFilter(search),
    statuses: search.statuses ?? fixedStatuses?.join(","),
  });
  const listing = useMemo(
    (): Listing => ({ jobId: job.jobId, filter: JSON.parse(filterJson), sort }),
    [job.jobId, filterJson, sort],
  );
  // In file order, rows are numbered without gaps.
  const total = sort === "row" && !isNarrowed(search) && !fixedStatuses ? job.totalItems : null;
  return (
    <Stack gap="xs">
      <Toolbar search={search} onSearch={onSearch} fixedStatuses={fixedStatuses} columns={columns} />
      <Grid
        key={`${job.jobId} ${filterJson} ${sort}`}
        job={job}
        listing={listing}
        total={total}
        counted={countRows(listing.filter, job.counts)}
        columns={columns}
        search={search}
        onSearch={onSearch}
      />
      <ItemDrawer job={job} search={search} onSearch={onSearch} />
    </Stack>
  );
}
