import { Box } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from "react";
import { confirm } from "../../../parts/feedback/confirm";
import { tellProblem } from "../../../parts/feedback/notify";
import { useWaiting } from "../../../parts/status/useWaiting";
import { NO_FILTER } from "../search";
import { moved } from "./cells/keyboard";
import { Row, type RowActs } from "./cells/Row";
import { cellId, type Spot, spotOf } from "./cells/spot";
import { WAITING } from "./columns/columns";
import { Header } from "./columns/Header";
import { FIRST_COLUMNS } from "./columns/placed";
import type { Columns } from "./columns/useColumns";
import { usePlacedColumns } from "./columns/usePlacedColumns";
import type { CellDraft } from "./editing/cellDrafts";
import { Editor } from "./editing/Editor";
import { KeptCells } from "./editing/KeptCells";
import { useEditing } from "./editing/useEditing";
import { NoRows, Trouble } from "./NoRows";
import type { Item, ItemsGridProps } from "./props";
import { PAGE_ROWS } from "./rows/layout";
import { openOnes } from "./rows/pageRows";
import type { Listing } from "./rows/pages";
import { MORE_ROWS } from "./rows/tall";
import { useListLayout, useRows } from "./rows/useRows";
import { HEADER_HEIGHT, ROW_HEIGHT, useTallScroll } from "./rows/useTallScroll";
import { redo } from "./selection/acting";
import { SelectionBar } from "./selection/SelectionBar";
import { useSelection } from "./selection/useSelection";
import { RowCount, sortOf } from "./Toolbar";
import { useGoesOn } from "./useGoesOn";
import { useLive } from "./useLive";
import { useSettled } from "./useSettled";

interface Props extends Pick<ItemsGridProps, "job" | "search" | "onSearch"> {
  listing: Listing;
  /** How many rows there are, if each can be asked for by its number. */
  total: number | null;
  /** How many fit, if the job counts them. */
  counted: number | null;
  columns: Columns;
}

/** One list of rows; another filter or order is another list. */
export function Grid({ job, listing, total, counted, columns, search, onSearch }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const lay = useListLayout(total);
  const { layout } = lay;
  const scroll = useTallScroll(scroller, layout.rows);
  const settled = useSettled(scroll.first, PAGE_ROWS);
  const rows = useRows(listing, lay, settled, scroll.room);
  const { placed, width, reveal } = usePlacedColumns(scroller, columns.shown);
  const selection = useSelection(rows.between);
  const editing = useEditing(job.jobId, rows.put);
  const [spot, setSpot] = useState<Spot | null>(null);

  const refresh = async () => {
    const by = await rows.refresh(scroll.first, scroll.room);
    if (by !== 0) scroll.nudge(by);
  };
  useLive(job, editing.edit !== null && total === null, refresh);

  const goesOn = useGoesOn(job.jobId);
  const again = useMutation({
    mutationFn: (item: Item) => redo(job.jobId, { itemIds: [item.id], resetAttempts: false }),
    onSuccess: () => {
      goesOn();
      return refresh();
    },
    onError: (error, item) => tellProblem(error, `Row ${item.row} is not done again`),
  });
  const focusGrid = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  const acts = useActs({
    onSearch,
    columns,
    editing,
    again: again.mutate,
    select: selection.select,
  });

  const pressed = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const at = spot ?? { row: scroll.first, column: 0 };
    const size = { rows: layout.rows, columns: columns.shown.length + FIRST_COLUMNS, room: scroll.room - 2 };
    const to = moved(at, event.key, event.ctrlKey || event.metaKey, size);
    const item = rows.at(at.row);
    if (to) {
      setSpot(to);
      scroll.reveal(to.row);
      if (to.column !== at.column) reveal(to.column);
    } else if (event.key === " " && item) {
      selection.select(at.row, item, event.shiftKey);
    } else if ((event.key === "Enter" || event.key === "F2") && item) {
      enter(item, at.column, event.key === "F2");
    } else return;
    event.preventDefault();
  };
  const clicked = (event: MouseEvent) => {
    const at = spotOf(event.target);
    if (at) setSpot(at);
  };
  const doubleClicked = (event: MouseEvent) => {
    const at = spotOf(event.target);
    const item = at && rows.at(at.row);
    const column = at && columns.shown[at.column - FIRST_COLUMNS];
    if (!item || !column) return;
    if (column.edits) acts.edit(item, column.id);
    else acts.open(item);
  };
  const enter = (item: Item, index: number, isEdit: boolean) => {
    const column = columns.shown[index - FIRST_COLUMNS];
    if (column?.edits) acts.edit(item, column.id);
    else if (column?.look === "actions") acts.again(item);
    else if (!isEdit) acts.open(item);
  };

  const goOn = ({ item, columnId }: CellDraft) => {
    const row = total === null ? rows.find(item.id) : item.row - 1;
    if (row === null) {
      // Not in this list; in the whole one it is.
      onSearch({ ...NO_FILTER, sort: undefined, tab: undefined });
      return;
    }
    columns.show(columnId, true);
    scroll.reveal(row);
    acts.edit(item, columnId);
  };
  const first = Math.max(0, scroll.first - MORE_ROWS);
  const last = Math.min(layout.rows, scroll.first + scroll.room + MORE_ROWS);
  const seen = Array.from({ length: Math.max(0, last - first) }, (_, place) => rows.at(first + place));
  const waiting = useWaiting(columns.isShown(WAITING) ? openOnes(rows, settled) : NONE);
  return (
    <>
      <Box mih={30}>
        {selection.isAll || selection.ids.size > 0 ? (
          <SelectionBar
            listing={listing}
            selection={selection}
            canRedo={job.queueState !== "CANCELED"}
            total={layout.isWhole ? layout.rows : counted}
            onClear={() => selection.selectAll(false)}
            onDone={() => {
              selection.selectAll(false);
              goesOn();
              refresh().catch(() => undefined);
            }}
          />
        ) : (
          <RowCount layout={layout} total={counted} />
        )}
      </Box>
      {job.queueState !== "CANCELED" && (
        <KeptCells drafts={editing.left} columns={columns} onGoOn={goOn} onForget={editing.forget} />
      )}
      <Trouble rows={rows} isWaiting={rows.at(scroll.first) === undefined && layout.rows > 0} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table of divs, since only some of its rows are there */}
      <div
        ref={scroller}
        role="grid"
        className="items-grid"
        style={{ maxHeight: scroll.height + HEADER_HEIGHT + SCROLLBAR }}
        tabIndex={0}
        aria-label="Items of the job"
        aria-rowcount={layout.isWhole ? layout.rows + 1 : -1}
        aria-colcount={columns.shown.length + FIRST_COLUMNS}
        aria-multiselectable
        aria-activedescendant={spot ? cellId(spot) : undefined}
        onKeyDown={pressed}
        onFocus={(event) => {
          if (event.target === event.currentTarget && spot === null)
            setSpot({ row: scroll.first, column: 0 });
        }}
        onMouseDown={(event) => keepFocus(event, focusGrid)}
      >
        <Header
          columns={placed}
          width={width}
          sort={listing.sort}
          onSort={(sort) => onSearch({ sort: sortOf(sort) })}
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
          onClick={clicked}
          onDoubleClick={doubleClicked}
        >
          <div
            role="presentation"
            className="items-view"
            style={{ width, transform: `translateY(${first * ROW_HEIGHT - scroll.shift}px)` }}
          >
            {seen.map((item, place) => {
              const row = first + place;
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
                  active={spot?.row === row ? spot.column : null}
                  editing={
                    edit && {
                      column: edit.column.id,
                      editor: <Editor editing={editing} onGone={focusGrid} />,
                    }
                  }
                  acts={acts}
                />
              );
            })}
          </div>
        </div>
      </div>
      {layout.isWhole && layout.rows === 0 && <NoRows job={job} search={search} onSearch={onSearch} />}
    </>
  );
}

const SCROLLBAR = 20;
const NONE: string[] = [];

/** A box or a button that is pressed may be gone a moment later; the focus stays with the grid. */
function keepFocus(event: MouseEvent, focusGrid: () => void): void {
  const target = event.target as HTMLElement;
  if (target.closest("[role=gridcell]") && target.closest("button, input[type=checkbox]")) {
    event.preventDefault();
    focusGrid();
  }
}

interface ActsOf {
  onSearch: ItemsGridProps["onSearch"];
  columns: Columns;
  editing: ReturnType<typeof useEditing>;
  again: (item: Item) => void;
  select: RowActs["select"];
}

interface Acts extends RowActs {
  edit: (item: Item, column: string) => void;
}

/** The same for as long as the grid is there, so that rows that stay are not drawn anew. */
function useActs(given: ActsOf): Acts {
  const now = useRef(given);
  now.current = given;
  return useMemo(
    () => ({
      open: (item) => now.current.onSearch({ item: item.id }),
      again: (item) => {
        if (item.status !== "DONE") now.current.again(item);
        else
          confirm({
            title: `Do row ${item.row} again?`,
            consequence: "It loses its result until its page was fetched once more.",
            act: "Do it again",
            onConfirm: () => now.current.again(item),
          });
      },
      select: (row, item, isRange) => now.current.select(row, item, isRange),
      edit: (item, id) => {
        const column = now.current.columns.all.find((one) => one.id === id);
        if (column) now.current.editing.begin(item, column);
      },
    }),
    [],
  );
}
