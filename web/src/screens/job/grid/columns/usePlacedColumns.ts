import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo, useState } from "react";
import { FIRST_COLUMNS, FIRST_COLUMNS_WIDTH, type PlacedColumn, stretchLastColumn } from "./columnPlacement";
import type { ShownColumn } from "./useColumns";

/** Of the columns that are shown, those in view: a job may have fifty. */
export function usePlacedColumns(
  scroller: RefObject<HTMLDivElement | null>,
  columns: readonly ShownColumn[],
) {
  const room = useRoom(scroller);
  const shown = useMemo(() => stretchLastColumn(columns, room), [columns, room]);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => shown[index]?.width ?? 0,
    getItemKey: (index) => shown[index]?.id ?? index,
    paddingStart: FIRST_COLUMNS_WIDTH,
    scrollPaddingStart: FIRST_COLUMNS_WIDTH,
    overscan: 2,
  });
  const widths = shown.map(({ id, width }) => `${id} ${width}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one is wider, all that follow lie elsewhere
  useEffect(() => virtualizer.measure(), [virtualizer, widths]);
  const items = virtualizer.getVirtualItems();
  const placed = useMemo(
    () =>
      items.flatMap(({ index, start }, place): PlacedColumn[] => {
        const column = shown[index];
        // Cells lie one after the other, the first of them as far to the right as those that are not drawn are wide.
        const marginLeft = place === 0 ? start - FIRST_COLUMNS_WIDTH : undefined;
        return column
          ? [{ column, index: index + FIRST_COLUMNS, style: { width: column.width, marginLeft } }]
          : [];
      }),
    [items, shown],
  );
  return {
    placed,
    width: virtualizer.getTotalSize(),
    reveal: (column: number) => {
      if (column >= FIRST_COLUMNS) virtualizer.scrollToIndex(column - FIRST_COLUMNS, { align: "auto" });
    },
  };
}

function useRoom(scroller: RefObject<HTMLDivElement | null>): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => setRoom(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}
