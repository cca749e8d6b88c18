import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ItemSort } from "../../search";
import { NUMBER_STYLE, type PlacedColumn, SELECT_STYLE } from "./columnPlacement";
import { HeaderCell } from "./HeaderCell";
import { Resizer } from "./Resizer";

const ORDERS = { row: "none", updatedAt: "ascending", "-updatedAt": "descending" } as const;

interface Props {
  columns: readonly PlacedColumn[];
  width: number;
  sort: ItemSort;
  onSort: (sort: ItemSort) => void;
  isEmpty: boolean;
  isAllSelected: boolean;
  isSomeSelected: boolean;
  onSelectAll: (isSelected: boolean) => void;
}

/** The sticky header of the grid. */
export function Header(props: Props) {
  const { columns, width, sort, onSort, isEmpty, isAllSelected, isSomeSelected, onSelectAll } = props;
  return (
    // biome-ignore lint/a11y: a table of divs, since only visible rows are rendered
    <div role="rowgroup" className="items-head" style={{ width }}>
      {/* biome-ignore lint/a11y: the grid has the focus */}
      <div role="row" aria-rowindex={1}>
        <div role="presentation" className="items-fixed">
          <HeaderCell column={0} style={SELECT_STYLE}>
            <input
              type="checkbox"
              aria-label="Select all matching rows"
              checked={isAllSelected}
              disabled={isEmpty && !isAllSelected}
              ref={(box) => {
                if (box) box.indeterminate = isSomeSelected && !isAllSelected;
              }}
              onChange={(event) => onSelectAll(event.currentTarget.checked)}
            />
          </HeaderCell>
          <HeaderCell
            column={1}
            order={sort === "row" ? "ascending" : "none"}
            className="is-number"
            style={NUMBER_STYLE}
          >
            <SortButton label="row" isUp={sort === "row" || null} onClick={() => onSort("row")} />
          </HeaderCell>
        </div>
        {columns.map(({ column, index, style }) => (
          <HeaderCell
            key={column.id}
            column={index}
            order={column.sorts ? ORDERS[sort] : undefined}
            className={column.cellType === "number" ? "is-number" : ""}
            style={style}
            label={column.label}
          >
            {column.sorts ? (
              <SortButton
                label={column.label}
                isUp={sort === "row" ? null : sort === "updatedAt"}
                onClick={() => onSort(sort === "-updatedAt" ? "updatedAt" : "-updatedAt")}
              />
            ) : (
              column.label
            )}
            <Resizer column={column} />
          </HeaderCell>
        ))}
      </div>
    </div>
  );
}

function SortButton({ label, isUp, onClick }: { label: string; isUp: boolean | null; onClick: () => void }) {
  return (
    <button type="button" className="items-button" onClick={onClick} title={`Sort by ${label}`}>
      {label} {isUp === true && <IconArrowUp size={14} aria-hidden />}
      {isUp === false && <IconArrowDown size={14} aria-hidden />}
    </button>
  );
}
