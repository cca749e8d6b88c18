import { Button, Group, NativeSelect, NumberInput, SegmentedControl, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useSession } from "../../api/session";
import { formatLocalMoment, parseLocalMoment } from "../../parts/format/localMoment";
import { isNarrowed, type PendingSearch, parsePendingSearch } from "./search";

interface Props {
  search: PendingSearch;
  onSearch: (search: PendingSearch) => void;
}

/** The filters of the pending items, stored in the address bar. */
export function PendingFilters({ search, onSearch }: Props) {
  const isAdmin = useSession()?.user.is_admin ?? false;
  const change = (part: { [name in keyof PendingSearch]: unknown }) =>
    onSearch(parsePendingSearch({ ...search, ...part }));
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label="Status"
        value={search.status ?? ""}
        onChange={(event) => change({ status: event.currentTarget.value })}
        data={[
          { value: "", label: "Queued and running" },
          { value: "PENDING", label: "Queued" },
          { value: "PROCESSING", label: "Running" },
        ]}
      />
      <NativeSelect
        label="Job type"
        value={search.type ?? ""}
        onChange={(event) => change({ type: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          { value: "table", label: "Tables and URLs" },
          { value: "image", label: "Pictures" },
        ]}
      />
      <NumberInput
        label="Job"
        placeholder="Any"
        w={100}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={search.job ?? ""}
        onChange={(value) => change({ job: value })}
      />
      <MomentInput label="Updated from" value={search.from} onChange={(from) => change({ from })} />
      <MomentInput label="Updated before" value={search.to} onChange={(to) => change({ to })} />
      {isAdmin && (
        <SegmentedControl
          aria-label="Owner"
          value={search.whose ?? "mine"}
          onChange={(whose) => change({ whose })}
          data={[
            { value: "mine", label: "Mine" },
            { value: "all", label: "All users" },
          ]}
        />
      )}
      {isNarrowed(search) && (
        <Button
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onSearch({ whose: search.whose })}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface MomentProps {
  label: string;
  value: string | undefined;
  onChange: (moment: string | undefined) => void;
}

/** A time in the user's time zone. The address bar and the server use UTC. */
function MomentInput({ label, value, onChange }: MomentProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={formatLocalMoment(value)}
      onChange={(event) => onChange(parseLocalMoment(event.currentTarget.value))}
    />
  );
}
