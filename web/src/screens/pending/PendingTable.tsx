import { Checkbox, Table } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useWaiting } from "../../parts/status/useWaiting";
import { type PendingItem, PendingRow } from "./PendingRow";
import type { Selection } from "./useSelectedItems";

const USUAL_HEIGHT = 62;
const SETTLED_MS = 200; // reasons are not loaded for rows that are scrolled past
const COLUMNS = [
  ["Item", 92],
  ["Job", 128],
  ["Title and brand", 150],
  ["Status", 112],
  ["Waiting for", 240],
  ["Attempts", 84],
  ["Worker", 100],
  ["Updated", 96],
] as const;

interface Props {
  items: PendingItem[];
  selection: Selection;
  showsOwners: boolean;
  hasMore: boolean;
  onMore: () => void;
}

/** The list of any length. Only visible rows are rendered, and more are loaded near its end. */
export function PendingTable({ items, selection, showsOwners, hasMore, onMore }: Props) {
  const view = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => view.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
  });
  const renderedRows = rows.getVirtualItems();
  const [visibleIds] = useDebouncedValue(
    renderedRows.map(({ index }) => items[index]?.id ?? "").join(),
    SETTLED_MS,
  );
  const reasons = useWaiting(visibleIds.split(",").filter(Boolean));
  const last = renderedRows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - 20) onMore();
  }, [hasMore, last, items.length, onMore]);

  const above = renderedRows[0]?.start ?? 0;
  const below = rows.getTotalSize() - (renderedRows.at(-1)?.end ?? 0);
  return (
    <section
      ref={view}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Pending items"
      style={{ maxHeight: "70vh", overflow: "auto" }}
    >
      <Table
        stickyHeader
        layout="fixed"
        miw={1040}
        verticalSpacing={6}
        aria-rowcount={hasMore ? -1 : items.length + 1}
        style={{ overflowAnchor: "none" }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>
              <Checkbox
                aria-label="Select all loaded items"
                checked={items.length > 0 && selection.size === items.length}
                indeterminate={selection.size > 0 && selection.size < items.length}
                onChange={(event) => selection.setAll(event.currentTarget.checked ? items : [])}
              />
            </Table.Th>
            {COLUMNS.map(([name, width]) => (
              <Table.Th key={name} w={width} ta={name === "Attempts" ? "right" : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={above} />
          {renderedRows.map(({ index, key }) => {
            const item = items[index];
            return item === undefined ? null : (
              <PendingRow
                key={key}
                ref={rows.measureElement}
                index={index}
                item={item}
                reason={reasons.get(item.id)}
                showsOwner={showsOwners}
                isSelected={selection.has(item)}
                onSelect={(isSelected) => selection.set(item, isSelected)}
              />
            );
          })}
          <Spacer height={below} />
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Takes the space of rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
