import { Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { useSession } from "../../api/session";
import { JOB_STATES } from "../../parts/job/job";
import { type JobsSearch, parseJobsSearch } from "./search";

const STATE_NAMES = {
  QUEUED: "Queued",
  RUNNING: "Running",
  PAUSED: "Paused",
  DONE: "Done",
  FAILED: "Failed",
  CANCELED: "Canceled",
} as const;

interface Props {
  search: JobsSearch;
  onSearch: (search: JobsSearch) => void;
}

/** The filters of the job list, stored in the address bar. */
export function JobsFilters({ search, onSearch }: Props) {
  const isAdmin = useSession()?.user.is_admin ?? false;
  const change = (part: Record<string, string>) => onSearch(parseJobsSearch({ ...search, ...part }));
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label="State"
        value={search.state ?? ""}
        onChange={(event) => change({ state: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...JOB_STATES.map((state) => ({ value: state, label: STATE_NAMES[state] })),
        ]}
      />
      <NativeSelect
        label="Type"
        value={search.type ?? ""}
        onChange={(event) => change({ type: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          { value: "table", label: "Tables and URLs" },
          { value: "image", label: "Pictures" },
        ]}
      />
      {isAdmin && (
        <SegmentedControl
          aria-label="Owner"
          value={search.whose ?? "mine"}
          onChange={(value) => change({ whose: value })}
          data={[
            { value: "mine", label: "Mine" },
            { value: "all", label: "All users" },
          ]}
        />
      )}
    </Group>
  );
}
