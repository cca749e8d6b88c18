import { CloseButton, Group } from "@mantine/core";
import type { ItemFilter } from "../../search";
import { listFilterLabels } from "./filterLabels";

/** The active filters, each with a button to remove it. */
export function FilterChips({
  filter,
  onFilter,
}: {
  filter: ItemFilter;
  onFilter: (change: ItemFilter) => void;
}) {
  return listFilterLabels(filter).map(({ key, label, without }) => (
    <Group key={key} gap={2} wrap="nowrap" className="items-chip">
      {label}
      <CloseButton size="xs" aria-label={`Remove filter: ${label}`} onClick={() => onFilter(without)} />
    </Group>
  ));
}
