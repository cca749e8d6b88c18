import { Badge, Tabs } from "@mantine/core";
import { formatCompact } from "../../../parts/format/numbers";
import type { Job } from "../../../parts/job/job";
import { ItemsGrid } from "../grid/ItemsGrid";
import { type JobSearch, type JobTab, NO_FILTER } from "../search";
import { ErrorsTab } from "../tabs/ErrorsTab";
import { PendingTab } from "../tabs/PendingTab";
import { TuningTab } from "../tabs/TuningTab";

export interface TabProps {
  job: Job;
  search: JobSearch;
  onSearch: (change: Partial<JobSearch>) => void;
}

/** The tabs of a job: all rows, pending rows, errors, and tuning. */
export function JobTabs({ job, search, onSearch }: TabProps) {
  const tab = search.tab ?? "items";
  const props = { job, search, onSearch };
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => onSearch({ ...NO_FILTER, item: undefined, tab: (chosen ?? "items") as JobTab })}
      keepMounted={false}
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="items" rightSection={<Count count={job.totalItems} />}>
          Items
        </Tabs.Tab>
        <Tabs.Tab value="pending" rightSection={<Count count={job.counts.pending + job.counts.processing} />}>
          Pending
        </Tabs.Tab>
        <Tabs.Tab value="errors" rightSection={<Count count={job.failedItems} />}>
          Errors
        </Tabs.Tab>
        <Tabs.Tab value="tuning">Tuning</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="items">
        <ItemsGrid {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="pending">
        <PendingTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="errors">
        <ErrorsTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="tuning">
        <TuningTab job={job} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" variant="default" tt="none">
      {formatCompact(count)}
    </Badge>
  );
}
