import { CloseButton, Group } from "@mantine/core";
import type { ItemFilter } from "../../search";
import { filterWords } from "./filterWords";

/** What is filtered by, and a way to remove each. */
export function FilterChips({
  filter,
  onFilter,
}: {
  filter: ItemFilter;
  onFilter: (change: ItemFilter) => void;
}) {
  return filterWords(filter).map(({ key, words, without }) => (
    <Group key={key} gap={2} wrap="nowrap" className="items-chip">
      {words}
      <CloseButton size="xs" aria-label={`Remove the filter: ${words}`} onClick={() => onFilter(without)} />
    </Group>
  ));
}
