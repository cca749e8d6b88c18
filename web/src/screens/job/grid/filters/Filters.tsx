import { Button, Checkbox, Group, NumberInput, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { formatLocalMoment, parseLocalMoment } from "../../../../parts/format/localMoment";
import { type ItemFilter, type ItemStatus, NO_FILTER, parseStatuses } from "../../search";
import { STATUS_NAMES } from "./filterLabels";

interface Props {
  filter: ItemFilter;
  statuses: readonly ItemStatus[];
  onFilter: (filter: ItemFilter) => void;
}

/** The filter form of the grid. Applying it writes the filters to the address bar. */
export function Filters({ filter, statuses, onFilter }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      trapFocus
      width={320}
      position="bottom-start"
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          onClick={toggle}
          aria-expanded={isOpen}
          leftSection={<IconFilter size={14} aria-hidden />}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterForm
          filter={filter}
          statuses={statuses}
          onFilter={(draft) => {
            close();
            onFilter(draft);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ filter, statuses, onFilter }: Props) {
  const [draft, setDraft] = useState<ItemFilter>(filter);
  const change = (change: ItemFilter) => setDraft((last) => ({ ...last, ...change }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onFilter({ ...NO_FILTER, ...draft });
  };
  return (
    <form onSubmit={apply}>
      <Stack gap="xs">
        <Checkbox.Group
          label="Status"
          value={parseStatuses(draft.statuses)}
          onChange={(chosen) => change({ statuses: chosen.join(",") || undefined })}
        >
          <Group gap="xs" mt={4}>
            {statuses.map((status) => (
              <Checkbox key={status} size="xs" value={status} label={STATUS_NAMES[status]} />
            ))}
          </Group>
        </Checkbox.Group>
        <TextInput
          size="xs"
          label="Error code"
          placeholder="timeout"
          maxLength={64}
          value={draft.reason ?? ""}
          onChange={(event) => change({ reason: event.currentTarget.value.trim() || undefined })}
        />
        <TextInput
          size="xs"
          label="Domain"
          placeholder="shop.example"
          maxLength={255}
          value={draft.domain ?? ""}
          onChange={(event) => change({ domain: event.currentTarget.value.trim() || undefined })}
        />
        <Group gap="xs" grow>
          <ShareInput
            label="Confidence or match from"
            value={draft.minConfidence}
            onChange={(minConfidence) => change({ minConfidence })}
          />
          <ShareInput
            label="Confidence or match to"
            value={draft.maxConfidence}
            onChange={(maxConfidence) => change({ maxConfidence })}
          />
        </Group>
        <TextInput
          size="xs"
          type="datetime-local"
          label="Updated from"
          value={formatLocalMoment(draft.from)}
          onChange={(event) => change({ from: parseLocalMoment(event.currentTarget.value) })}
        />
        <TextInput
          size="xs"
          type="datetime-local"
          label="Updated before"
          value={formatLocalMoment(draft.to)}
          onChange={(event) => change({ to: parseLocalMoment(event.currentTarget.value) })}
        />
        <Group gap="xs">
          <Button size="xs" type="submit">
            Apply
          </Button>
          <Button size="xs" variant="default" onClick={() => onFilter(NO_FILTER)}>
            Clear
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ShareProps {
  label: string;
  value: number | undefined;
  onChange: (share: number | undefined) => void;
}

function ShareInput({ label, value, onChange }: ShareProps) {
  return (
    <NumberInput
      size="xs"
      label={label}
      suffix=" %"
      min={0}
      max={100}
      clampBehavior="strict"
      value={value === undefined ? "" : Math.round(value * 100)}
      onChange={(draft) => onChange(typeof draft === "number" ? draft / 100 : undefined)}
    />
  );
}
