import { memo, type ReactNode } from "react";
import { describeWaiting, type WaitingReason } from "../../../../parts/status/waitingReason";
import { NUMBER_STYLE, type PlacedColumn, SELECT_STYLE } from "../columns/columnPlacement";
import type { GridColumn } from "../columns/columns";
import type { Item } from "../props";
import { renderCell } from "./Cell";
import { getCellId, toRowIndex } from "./cellPosition";
import { formatOneLine } from "./cells";
import { GridCell } from "./GridCell";

export interface RowActions {
  open: (item: Item) => void;
  retry: (item: Item) => void;
  select: (row: number, item: Item, isRange: boolean) => void;
}

interface Props {
  row: number;
  item: Item | undefined;
  waiting: WaitingReason | undefined;
  columns: readonly PlacedColumn[];
  isSelected: boolean;
  /** All matching rows are selected, so that single rows cannot be deselected. */
  isFixed: boolean;
  /** The active column, if the active cell is in this row. */
  active: number | null;
  /** The edited column and its editor, if a cell of this row is edited. */
  editing: { column: string; editor: ReactNode } | null;
  actions: RowActions;
}

const PLACEHOLDER = <span className="items-placeholder" />;

/** One row; a placeholder until it is loaded. */
export const Row = memo(function Row(props: Props) {
  const { row, item, waiting, columns, isSelected, active, editing, actions } = props;
  return (
    // biome-ignore lint/a11y: the grid has the focus
    <div
      role="row"
      aria-rowindex={toRowIndex(row)}
      aria-selected={isSelected}
      aria-busy={item ? undefined : true}
    >
      <FirstCells {...props} />
      {columns.map(({ column, index, style }) => {
        const editor = item && editing?.column === column.id ? editing.editor : null;
        return (
          <GridCell
            key={column.id}
            id={active === index ? getCellId({ row, column: index }) : undefined}
            column={index}
            isReadOnly={column.edits === undefined}
            className={editor ? "is-editing" : getCellClass(column)}
            style={style}
            dir={column.cellType === "text" ? "auto" : undefined}
            title={item && !editor ? getFullText(column, item, waiting) : undefined}
          >
            {item === undefined ? PLACEHOLDER : (editor ?? renderCell(column, item, waiting, actions.retry))}
          </GridCell>
        );
      })}
    </div>
  );
});

function getCellClass({ cellType, edits }: GridColumn): string | undefined {
  if (cellType === "number") return "is-number";
  return edits ? "is-editable" : undefined;
}

/** The full text, since the cell may be too narrow for it. */
function getFullText(column: GridColumn, item: Item, waiting: WaitingReason | undefined): string | undefined {
  if (column.cellType === "waiting") return waiting && describeWaiting(waiting);
  return column.cellType === "text" ? formatOneLine(column.value(item)) : undefined;
}

/** The sticky first cells: the checkbox, and the row number, which opens the row. */
function FirstCells({ row, item, isSelected, isFixed, active, actions }: Props) {
  const idOf = (column: number) => (active === column ? getCellId({ row, column }) : undefined);
  return (
    <div role="presentation" className="items-fixed">
      <GridCell id={idOf(0)} column={0} style={SELECT_STYLE}>
        {item && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select row ${item.row}`}
            checked={isSelected}
            disabled={isFixed}
            onClick={(event) => actions.select(row, item, event.shiftKey)}
            onChange={() => undefined}
          />
        )}
      </GridCell>
      <GridCell id={idOf(1)} column={1} className="is-number" style={NUMBER_STYLE}>
        {item ? (
          <button
            type="button"
            tabIndex={-1}
            className="items-button items-open"
            aria-label={`Open row ${item.row}`}
            onClick={() => actions.open(item)}
          >
            {item.row}
          </button>
        ) : (
          PLACEHOLDER
        )}
      </GridCell>
    </div>
  );
}
