import "./grid.css";
import { Stack } from "@mantine/core";
import { useMemo } from "react";
import { ItemDrawer } from "../item/ItemDrawer";
import { FAILED, filterOf, type ItemStatus, isNarrowed, type JobSearch, statusesOf, within } from "../search";
import type { Listed } from "./columns";
import { countOf } from "./counts";
import { Grid } from "./Grid";
import type { Listing } from "./pages";
import type { ItemsGridProps } from "./props";
import { Toolbar } from "./Toolbar";
import { useColumns } from "./useColumns";

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

/** Only what failed has a code to be looked for by. */
function listedOf({ statuses, reason }: JobSearch, fixedStatuses: readonly ItemStatus[] | undefined): Listed {
  if (fixedStatuses?.includes("PENDING")) return "open";
  const listed = statuses ? statusesOf(statuses) : (fixedStatuses ?? []);
  const areFailed = listed.length > 0 && listed.every((status) => FAILED.includes(status));
  return areFailed || reason !== undefined ? "failed" : "any";
}
