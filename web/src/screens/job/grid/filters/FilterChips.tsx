import { CloseButton, Group } from "@mantine/core";
import type { ItemFilter } from "../../search";
import { listFilterLabels } from "./filterLabels";

/** What is filtered by, and a way to remove each. */
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
      <CloseButton size="xs" aria-label={`Remove the filter: ${label}`} onClick={() => onFilter(without)} />
    </Group>
  ));
}
