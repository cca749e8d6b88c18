import { Stack } from "@mantine/core";
import type { TabProps } from "../frame/JobTabs";
import { ItemsGrid } from "../grid/ItemsGrid";
import { FAILED } from "../search";
import { Causes } from "./Causes";

/** Errors: the causes first, then the rows. */
export function ErrorsTab({ job, search, onSearch }: TabProps) {
  return (
    <Stack gap="sm">
      {job.failedItems > 0 && <Causes job={job} search={search} onSearch={onSearch} />}
      <ItemsGrid job={job} search={search} onSearch={onSearch} fixedStatuses={FAILED} />
    </Stack>
  );
}
