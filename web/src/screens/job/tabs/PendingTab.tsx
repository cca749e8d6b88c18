import { Stack } from "@mantine/core";
import { isOpen } from "../../../parts/job/job";
import type { TabProps } from "../frame/JobTabs";
import { ItemsGrid } from "../grid/ItemsGrid";
import type { ItemStatus } from "../search";
import { WaitingReasons } from "./WaitingReasons";

const OPEN: readonly ItemStatus[] = ["PENDING", "PROCESSING"];

/** Unfinished rows, why they wait, and their workers. */
export function PendingTab({ job, search, onSearch }: TabProps) {
  return (
    <Stack gap="sm">
      {isOpen(job) && <WaitingReasons job={job} />}
      <ItemsGrid job={job} search={search} onSearch={onSearch} fixedStatuses={OPEN} />
    </Stack>
  );
}
