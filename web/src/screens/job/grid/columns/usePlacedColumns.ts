import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo, useState } from "react";
import { FIRST_COLUMNS, FIRST_COLUMNS_WIDTH, type PlacedColumn, stretchLastColumn } from "./columnPlacement";
import type { ShownColumn } from "./useColumns";

/** The shown columns that are in view: a job may have fifty columns. */
export function usePlacedColumns(
  scroller: RefObject<HTMLDivElement | null>,
  columns: readonly ShownColumn[],
) {
  const availableWidth = useWidth(scroller);
  const shown = useMemo(() => stretchLastColumn(columns, availableWidth), [columns, availableWidth]);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed width moves all columns after it
  useEffect(() => virtualizer.measure(), [virtualizer, widths]);
  const items = virtualizer.getVirtualItems();
  const placed = useMemo(
    () =>
      items.flatMap(({ index, start }, viewIndex): PlacedColumn[] => {
        const column = shown[index];
        // Cells follow one another; the margin of the first one takes the space of the columns before it.
        const marginLeft = viewIndex === 0 ? start - FIRST_COLUMNS_WIDTH : undefined;
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

function useWidth(scroller: RefObject<HTMLDivElement | null>): number {
  const [availableWidth, setAvailableWidth] = useState(0);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => setAvailableWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  return availableWidth;
}
