import { Button, Checkbox, Group, NumberInput, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { localMoment, momentOf } from "../../../../parts/format/localMoment";
import { type ItemFilter, type ItemStatus, NO_FILTER, statusesOf } from "../../search";
import { STATUS_WORDS } from "./filterWords";

interface Props {
  filter: ItemFilter;
  statuses: readonly ItemStatus[];
  onFilter: (filter: ItemFilter) => void;
}

/** Narrows the grid. What is said here goes to the address bar when it is applied. */
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
          onFilter={(said) => {
            close();
            onFilter(said);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ filter, statuses, onFilter }: Props) {
  const [said, setSaid] = useState<ItemFilter>(filter);
  const say = (change: ItemFilter) => setSaid((last) => ({ ...last, ...change }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onFilter({ ...NO_FILTER, ...said });
  };
  return (
    <form onSubmit={apply}>
      <Stack gap="xs">
        <Checkbox.Group
          label="Status"
          value={statusesOf(said.statuses)}
          onChange={(chosen) => say({ statuses: chosen.join(",") || undefined })}
        >
          <Group gap="xs" mt={4}>
            {statuses.map((status) => (
              <Checkbox key={status} size="xs" value={status} label={STATUS_WORDS[status]} />
            ))}
          </Group>
        </Checkbox.Group>
        <TextInput
          size="xs"
          label="Error code"
          placeholder="timeout"
          maxLength={64}
          value={said.reason ?? ""}
          onChange={(event) => say({ reason: event.currentTarget.value.trim() || undefined })}
        />
        <TextInput
          size="xs"
          label="Domain"
          placeholder="shop.example"
          maxLength={255}
          value={said.domain ?? ""}
          onChange={(event) => say({ domain: event.currentTarget.value.trim() || undefined })}
        />
        <Group gap="xs" grow>
          <ShareInput
            label="Confidence from"
            value={said.minConfidence}
            onChange={(minConfidence) => say({ minConfidence })}
          />
          <ShareInput
            label="to"
            value={said.maxConfidence}
            onChange={(maxConfidence) => say({ maxConfidence })}
          />
        </Group>
        <TextInput
          size="xs"
          type="datetime-local"
          label="Updated from"
          value={localMoment(said.from)}
          onChange={(event) => say({ from: momentOf(event.currentTarget.value) })}
        />
        <TextInput
          size="xs"
          type="datetime-local"
          label="Updated before"
          value={localMoment(said.to)}
          onChange={(event) => say({ to: momentOf(event.currentTarget.value) })}
        />
        <Group gap="xs">
          <Button size="xs" type="submit">
            Apply
          </Button>
          <Button size="xs" variant="default" onClick={() => onFilter(NO_FILTER)}>
            Remove all
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
      onChange={(said) => onChange(typeof said === "number" ? said / 100 : undefined)}
    />
  );
}
