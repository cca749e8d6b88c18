import { Box } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from "react";
import { confirm } from "../../../parts/feedback/confirm";
import { notifyError } from "../../../parts/feedback/notify";
import { getRetryLabel } from "../../../parts/status/rowStatus";
import { useWaiting } from "../../../parts/status/useWaiting";
import { NO_FILTER } from "../search";
import { type CellPosition, findPosition, getCellId } from "./cells/cellPosition";
import { movePosition } from "./cells/keyboard";
import { Row, type RowActions } from "./cells/Row";
import { FIRST_COLUMNS } from "./columns/columnPlacement";
import { WAITING } from "./columns/columns";
import { Header } from "./columns/Header";
import type { Columns } from "./columns/useColumns";
import { usePlacedColumns } from "./columns/usePlacedColumns";
import type { CellDraft } from "./editing/cellDrafts";
import { Editor } from "./editing/Editor";
import { UnsavedCells } from "./editing/UnsavedCells";
import { useEditing } from "./editing/useEditing";
import { NoRows, RowsStatus } from "./NoRows";
import type { Item, ItemsGridProps } from "./props";
import { PAGE_ROWS } from "./rows/layout";
import { findOpenItems } from "./rows/pageRows";
import type { Listing } from "./rows/pages";
import { OVERSCAN_ROWS } from "./rows/tallScroll";
import { useListLayout, useRows } from "./rows/useRows";
import { HEADER_HEIGHT, ROW_HEIGHT, useTallScroll } from "./rows/useTallScroll";
import { SelectionBar } from "./selection/SelectionBar";
import { retryRows } from "./selection/selectedRows";
import { useSelection } from "./selection/useSelection";
import { parseSort, RowCount } from "./Toolbar";
import { useLiveRefresh } from "./useLiveRefresh";
import { useRefreshJob } from "./useRefreshJob";
import { useSettledRow } from "./useSettledRow";

interface Props extends Pick<ItemsGridProps, "job" | "search" | "onSearch"> {
  listing: Listing;
  /** The number of rows if each can be loaded by its number. */
  total: number | null;
  /** The number of matching rows, if the job counts them. */
  counted: number | null;
  columns: Columns;
}

/** One list of rows. A different filter or order is a different list. */
export function Grid({ job, listing, total, counted, columns, search, onSearch }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const listLayout = useListLayout(total);
  const { layout } = listLayout;
  const scroll = useTallScroll(scroller, layout.rows);
  const settled = useSettledRow(scroll.first, PAGE_ROWS);
  const rows = useRows(listing, listLayout, settled, scroll.visibleRows);
  const { placed, width, reveal } = usePlacedColumns(scroller, columns.shown);
  const selection = useSelection(rows.loadRange);
  const editing = useEditing(job.jobId, rows.replaceItem);
  const [position, setPosition] = useState<CellPosition | null>(null);

  const refresh = async () => {
    const by = await rows.refresh(scroll.first, scroll.visibleRows);
    if (by !== 0) scroll.shiftBy(by);
  };
  useLiveRefresh(job, editing.edit !== null && total === null, refresh);

  const refreshJob = useRefreshJob(job.jobId);
  const retry = useMutation({
    mutationFn: (item: Item) => retryRows(job.jobId, { itemIds: [item.id], resetAttempts: false }),
    onSuccess: () => {
      refreshJob();
      return refresh();
    },
    onError: (error, item) => notifyError(error, `Could not retry row ${item.row}`),
  });
  const focusGrid = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  const actions = useGridActions({
    onSearch,
    columns,
    editing,
    retry: retry.mutate,
    select: selection.select,
  });

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const at = position ?? { row: scroll.first, column: 0 };
    const size = {
      rows: layout.rows,
      columns: columns.shown.length + FIRST_COLUMNS,
      visibleRows: scroll.visibleRows - 2,
    };
    const to = movePosition(at, event.key, event.ctrlKey || event.metaKey, size);
    const item = rows.getItem(at.row);
    if (to) {
      setPosition(to);
      scroll.revealRow(to.row);
      if (to.column !== at.column) reveal(to.column);
    } else if (event.key === " " && item) {
      selection.select(at.row, item, event.shiftKey);
    } else if ((event.key === "Enter" || event.key === "F2") && item) {
      openCell(item, at.column, event.key === "F2");
    } else return;
    event.preventDefault();
  };
  const handleClick = (event: MouseEvent) => {
    const at = findPosition(event.target);
    if (at) setPosition(at);
  };
  const handleDoubleClick = (event: MouseEvent) => {
    const at = findPosition(event.target);
    const item = at && rows.getItem(at.row);
    const column = at && columns.shown[at.column - FIRST_COLUMNS];
    if (!item || !column) return;
    if (column.edits) actions.edit(item, column.id);
    else actions.open(item);
  };
  const openCell = (item: Item, index: number, isEdit: boolean) => {
    const column = columns.shown[index - FIRST_COLUMNS];
    if (column?.edits) actions.edit(item, column.id);
    else if (column?.cellType === "actions") actions.retry(item);
    else if (!isEdit) actions.open(item);
  };

  const continueEditing = ({ item, columnId }: CellDraft) => {
    const row = total === null ? rows.findRow(item.id) : item.row - 1;
    if (row === null) {
      // The row is not in this list, but in the unfiltered one.
      onSearch({ ...NO_FILTER, sort: undefined, tab: undefined });
      return;
    }
    columns.show(columnId, true);
    scroll.revealRow(row);
    actions.edit(item, columnId);
  };
  const first = Math.max(0, scroll.first - OVERSCAN_ROWS);
  const last = Math.min(layout.rows, scroll.first + scroll.visibleRows + OVERSCAN_ROWS);
  const seen = Array.from({ length: Math.max(0, last - first) }, (_, index) => rows.getItem(first + index));
  const waiting = useWaiting(columns.isShown(WAITING) ? findOpenItems(rows, settled) : NONE);
  return (
    <>
      <Box mih={30}>
        {selection.isAll || selection.ids.size > 0 ? (
          <SelectionBar
            listing={listing}
            selection={selection}
            canRetry={job.queueState !== "CANCELED"}
            total={layout.isComplete ? layout.rows : counted}
            onClear={() => selection.selectAll(false)}
            onDone={() => {
              selection.selectAll(false);
              refreshJob();
              refresh().catch(() => undefined);
            }}
          />
        ) : (
          <RowCount layout={layout} total={counted} />
        )}
      </Box>
      {job.queueState !== "CANCELED" && (
        <UnsavedCells
          drafts={editing.otherDrafts}
          columns={columns}
          onContinue={continueEditing}
          onDiscard={editing.deleteDraft}
        />
      )}
      <RowsStatus rows={rows} isWaiting={rows.getItem(scroll.first) === undefined && layout.rows > 0} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table of divs, since only visible rows are rendered */}
      <div
        ref={scroller}
        role="grid"
        className="items-grid"
        style={{ maxHeight: scroll.height + HEADER_HEIGHT + SCROLLBAR }}
        tabIndex={0}
        aria-label="Items of the job"
        aria-rowcount={layout.isComplete ? layout.rows + 1 : -1}
        aria-colcount={columns.shown.length + FIRST_COLUMNS}
        aria-multiselectable
        aria-activedescendant={position ? getCellId(position) : undefined}
        onKeyDown={handleKeyDown}
        onFocus={(event) => {
          if (event.target === event.currentTarget && position === null)
            setPosition({ row: scroll.first, column: 0 });
        }}
        onMouseDown={(event) => keepFocus(event, focusGrid)}
      >
        <Header
          columns={placed}
          width={width}
          sort={listing.sort}
          onSort={(sort) => onSearch({ sort: parseSort(sort) })}
          isEmpty={layout.rows === 0}
          isAllSelected={selection.isAll}
          isSomeSelected={selection.ids.size > 0}
          onSelectAll={selection.selectAll}
        />
        {/* biome-ignore lint/a11y: as above */}
        <div
          role="rowgroup"
          className="items-body"
          style={{ height: scroll.height, width }}
          onClick={handleClick}
          onDoubleClick={handleDoubleClick}
        >
          <div
            role="presentation"
            className="items-view"
            style={{ width, transform: `translateY(${first * ROW_HEIGHT - scroll.shift}px)` }}
          >
            {seen.map((item, index) => {
              const row = first + index;
              const edit = item && editing.edit?.item.id === item.id ? editing.edit : null;
              return (
                <Row
                  key={row - scroll.base}
                  row={row}
                  item={item}
                  waiting={item && waiting.get(item.id)}
                  columns={placed}
                  isSelected={selection.isAll || (item !== undefined && selection.ids.has(item.id))}
                  isFixed={selection.isAll}
                  active={position?.row === row ? position.column : null}
                  editing={
                    edit && {
                      column: edit.column.id,
                      editor: <Editor editing={editing} onClose={focusGrid} />,
                    }
                  }
                  actions={actions}
                />
              );
            })}
          </div>
        </div>
      </div>
      {layout.isComplete && layout.rows === 0 && <NoRows job={job} search={search} onSearch={onSearch} />}
    </>
  );
}

const SCROLLBAR = 20;
const NONE: string[] = [];

/** A clicked checkbox or button may disappear a moment later, so the focus stays on the grid. */
function keepFocus(event: MouseEvent, focusGrid: () => void): void {
  const target = event.target as HTMLElement;
  if (target.closest("[role=gridcell]") && target.closest("button, input[type=checkbox]")) {
    event.preventDefault();
    focusGrid();
  }
}

interface RowActionsInput {
  onSearch: ItemsGridProps["onSearch"];
  columns: Columns;
  editing: ReturnType<typeof useEditing>;
  retry: (item: Item) => void;
  select: RowActions["select"];
}

interface GridActions extends RowActions {
  edit: (item: Item, column: string) => void;
}

/** Stable actions, so that unchanged rows are not rendered again. */
function useGridActions(input: RowActionsInput): GridActions {
  const now = useRef(input);
  now.current = input;
  return useMemo(
    () => ({
      open: (item) => now.current.onSearch({ item: item.id }),
      retry: (item) => {
        if (item.status !== "DONE") now.current.retry(item);
        else
          confirm({
            title: `${getRetryLabel(item)} row ${item.row}?`,
            consequence: "The row loses its result until it has a new one.",
            confirmLabel: getRetryLabel(item),
            onConfirm: () => now.current.retry(item),
          });
      },
      select: (row, item, isRange) => now.current.select(row, item, isRange),
      edit: (item, id) => {
        const column = now.current.columns.all.find((candidate) => candidate.id === id);
        if (column) now.current.editing.startEditing(item, column);
      },
    }),
    [],
  );
}
