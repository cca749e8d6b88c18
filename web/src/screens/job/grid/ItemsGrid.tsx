import "./grid.css";
import { Stack } from "@mantine/core";
import { useMemo } from "react";
import { ItemDrawer } from "../item/ItemDrawer";
import { filterOf, isNarrowed, within } from "../search";
import { useColumns } from "./columns/useColumns";
import { Grid } from "./Grid";
import type { ItemsGridProps } from "./props";
import { countOf } from "./rows/counts";
import { listedOf } from "./rows/listed";
import type { Listing } from "./rows/pages";
import { Toolbar } from "./Toolbar";

/** A job's items, however many: filtered, ordered, selected, edited and opened. */
export function ItemsGrid({ job, search: asked, onSearch, fixedStatuses }: ItemsGridProps) {
  const search = fixedStatuses ? within(asked, fixedStatuses) : asked;
  const columns = useColumns(job, listedOf(search, fixedStatuses));
  const sort = search.sort ?? "row";
  const said = JSON.stringify({
    ...filterOf(search),
    statuses: search.statuses ?? fixedStatuses?.join(","),
  });
  const listing = useMemo(
    (): Listing => ({ jobId: job.jobId, filter: JSON.parse(said), sort }),
    [job.jobId, said, sort],
  );
  // In the order of the file rows are numbered without gaps.
  const total = sort === "row" && !isNarrowed(search) && !fixedStatuses ? job.totalItems : null;
  return (
    <Stack gap="xs">
      <Toolbar search={search} onSearch={onSearch} fixedStatuses={fixedStatuses} columns={columns} />
      <Grid
        key={`${job.jobId} ${said} ${sort}`}
        job={job}
        listing={listing}
        total={total}
        counted={countOf(listing.filter, job.counts)}
        columns={columns}
        search={search}
        onSearch={onSearch}
      />
      <ItemDrawer job={job} search={search} onSearch={onSearch} />
    </Stack>
  );
}
