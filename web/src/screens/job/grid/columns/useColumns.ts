// The visible columns and their widths, as the user chose them.

import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { api, unwrap } from "../../../../api/client";
import { getJobSource, hasEnded } from "../../../../parts/job/job";
import { parseStored } from "../../../../storage/storedValue";
import type { Item, Job } from "../props";
import { createColumns, type GridColumn, isShownByDefault, type ListedRows } from "./columns";
import { isVisibilityMap, isWidthMap, MAX_WIDTH, MIN_WIDTH } from "./widths";

const features = tableFeatures({ columnVisibilityFeature, columnSizingFeature, columnResizingFeature });
const NO_ROWS: Item[] = []; // the table library manages the columns only; there are too many rows for it
const POLL_MS = 10_000;
const DEFAULT_HEADERS: string[] = ["kind", "url", "confidence", "strategy", "warnings"];

/** Loads the columns of the job's export; undefined until they are known. */
export function useHeaders(job: Job): string[] | undefined {
  const { jobId } = job;
  const { data } = useQuery({
    queryKey: ["columns", jobId, hasEnded(job)],
    queryFn: () => unwrap(api.GET("/api/jobs/{jobId}/columns", { params: { path: { jobId } } })),
    // If the kind is detected, the columns depend on the finished rows.
    refetchInterval: job.kind === "auto" && !hasEnded(job) ? POLL_MS : false,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return data?.headers;
}

/** The list of unfinished rows has its own choice of columns. */
export function useColumns(job: Job, listed: ListedRows) {
  const known = useHeaders(job);
  const isNarrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false }) ?? false;
  const { jobType, queueState } = job;
  const form = getJobSource(job);
  const all = useMemo(
    () => createColumns(known ?? DEFAULT_HEADERS, { jobType, queueState, form }, { isNarrow, listed }),
    [known, jobType, queueState, form, isNarrow, listed],
  );
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: listed === "open" ? "garner.grid.columns.open" : "garner.grid.columns",
    defaultValue: {},
    deserialize: (text) => parseStored(text, isVisibilityMap) ?? {},
    getInitialValueInEffect: false,
  });
  const [sizes, setSizes] = useLocalStorage<Record<string, number>>({
    key: "garner.grid.widths",
    defaultValue: {},
    deserialize: (text) => parseStored(text, isWidthMap) ?? {},
    getInitialValueInEffect: false,
  });
  const columnVisibility = useMemo(
    () =>
      Object.fromEntries(all.map(({ id }) => [id, chosen[id] ?? isShownByDefault(id, { isNarrow, listed })])),
    [all, chosen, isNarrow, listed],
  );
  const columns = useMemo(() => all.map(defineColumn), [all]);
  const table = useTable({
    features,
    columns,
    data: NO_ROWS,
    state: { columnVisibility, columnSizing: sizes },
    onColumnVisibilityChange: (change) =>
      setChosen((last) => ({
        ...last,
        ...(typeof change === "function" ? change(columnVisibility) : change),
      })),
    onColumnSizingChange: (change) =>
      setSizes((last) => (typeof change === "function" ? change(last) : change)),
    columnResizeMode: "onChange",
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table object never changes
  const shown = useMemo(() => {
    const byId = new Map(all.map((column) => [column.id, column]));
    return (table.getHeaderGroups()[0]?.headers ?? []).flatMap((header): ShownColumn[] => {
      const column = byId.get(header.column.id);
      return column
        ? [
            {
              ...column,
              width: header.getSize(),
              onDrag: (event) => header.getResizeHandler()(event),
              resize: (width) =>
                setSizes((last) => ({
                  ...last,
                  [column.id]: Math.min(Math.max(MIN_WIDTH, width), MAX_WIDTH),
                })),
            },
          ]
        : [];
    });
  }, [all, table, columnVisibility, sizes]);
  return {
    all,
    shown,
    isShown: (id: string) => columnVisibility[id] ?? false,
    show: (id: string, isShown: boolean) => setChosen((last) => ({ ...last, [id]: isShown })),
    reset: () => {
      setChosen({});
      setSizes({});
    },
  };
}

export type Columns = ReturnType<typeof useColumns>;

export interface ShownColumn extends GridColumn {
  /** Handles dragging of the column's edge. */
  onDrag: (event: unknown) => void;
  resize: (width: number) => void;
}

function defineColumn(column: GridColumn): ColumnDef<typeof features, Item> {
  return {
    id: column.id,
    accessorFn: column.value,
    size: column.width,
    minSize: MIN_WIDTH,
    maxSize: MAX_WIDTH,
    header: column.label,
  };
}
