import { memo, type ReactNode } from "react";
import { inWords, type WaitingReason } from "../../../parts/waitingReason";
import { CellContent } from "./Cell";
import { inOneLine } from "./cells";
import type { GridColumn } from "./columns";
import { GridCell } from "./GridCell";
import { type PlacedColumn, ROW_WIDTH, SELECT_WIDTH } from "./placed";
import type { Item } from "./props";

export interface RowActs {
  open: (item: Item) => void;
  again: (item: Item) => void;
  select: (row: number, item: Item, isRange: boolean) => void;
  edit: (item: Item, column: string) => void;
  focus: (row: number, column: number) => void;
}

interface Props {
  row: number;
  item: Item | undefined;
  waiting: WaitingReason | undefined;
  columns: readonly PlacedColumn[];
  isSelected: boolean;
  /** All that fit are selected, and none is taken out by itself. */
  isFixed: boolean;
  /** The column that the keys are at, if they are in this row. */
  active: number | null;
  /** The column that is edited, if it is this row's, and by what. */
  editing: { column: string; editor: ReactNode } | null;
  acts: RowActs;
}

export function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`;
}

/** One row; a grey one until it is there. */
export const Row = memo(function Row(props: Props) {
  const { row, item, waiting, columns, isSelected, active, editing, acts } = props;
  const at = (column: number) => (active === column ? " is-active" : "");
  return (
    // biome-ignore lint/a11y: the grid has the focus
    <div role="row" aria-rowindex={row + 2} aria-selected={isSelected} aria-busy={item ? undefined : true}>
      <FirstCells {...props} />
      {columns.map(({ column, index, start }) => {
        const editor = item && editing?.column === column.id ? editing.editor : null;
        const looks = `${column.look === "number" ? "is-number" : ""}${column.edits ? " is-editable" : ""}`;
        return (
          <GridCell
            key={column.id}
            id={cellId(row, index)}
            column={index}
            isReadOnly={column.edits === undefined}
            className={`${looks}${at(index)}${editor ? " is-editing" : ""}`}
            style={{ left: start, width: column.width }}
            dir={column.look === "text" ? "auto" : undefined}
            title={item && !editor ? wholeText(column, item, waiting) : undefined}
            onClick={() => acts.focus(row, index)}
            onDoubleClick={() => item && (column.edits ? acts.edit(item, column.id) : acts.open(item))}
          >
            {item === undefined ? (
              <span className="items-bone" />
            ) : (
              (editor ?? <CellContent column={column} item={item} waiting={waiting} onAgain={acts.again} />)
            )}
          </GridCell>
        );
      })}
    </div>
  );
});

/** What a cell may be too narrow for. */
function wholeText(column: GridColumn, item: Item, waiting: WaitingReason | undefined): string | undefined {
  if (column.look === "waiting") return waiting && inWords(waiting);
  return column.look === "text" ? inOneLine(column.value(item)) : undefined;
}

/** The box to select the row, and its number, which opens it. */
function FirstCells({ row, item, isSelected, isFixed, active, acts }: Props) {
  return (
    <>
      <GridCell
        id={cellId(row, 0)}
        column={0}
        className={`is-fixed${active === 0 ? " is-active" : ""}`}
        style={{ left: 0, width: SELECT_WIDTH }}
        onClick={() => acts.focus(row, 0)}
      >
        {item && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select row ${item.row}`}
            checked={isSelected}
            disabled={isFixed}
            onClick={(event) => acts.select(row, item, event.shiftKey)}
            onChange={() => undefined}
          />
        )}
      </GridCell>
      <GridCell
        id={cellId(row, 1)}
        column={1}
        className={`is-fixed is-number${active === 1 ? " is-active" : ""}`}
        style={{ left: SELECT_WIDTH, width: ROW_WIDTH }}
        onClick={() => acts.focus(row, 1)}
      >
        {item ? (
          <button
            type="button"
            tabIndex={-1}
            className="items-button items-open"
            aria-label={`Open row ${item.row}`}
            onClick={() => acts.open(item)}
          >
            {item.row}
          </button>
        ) : (
          <span className="items-bone" />
        )}
      </GridCell>
    </>
  );
}
