import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Time } from "../../../../parts/format/Time";
import { JobTypeChip } from "../../../../parts/job/JobTypeChip";
import { getRetryLabel, getRowStatus } from "../../../../parts/status/rowStatus";
import { StatusBadge } from "../../../../parts/status/StatusBadge";
import { Waiting } from "../../../../parts/status/Waiting";
import type { WaitingReason } from "../../../../parts/status/waitingReason";
import type { GridColumn } from "../columns/columns";
import type { Item } from "../props";
import { formatOneLine } from "./cells";

/** Renders the content of a cell. Not a component, since most cells are plain text and there are hundreds of them. */
export function renderCell(
  column: GridColumn,
  item: Item,
  waiting: WaitingReason | undefined,
  onRetry: (item: Item) => void,
): ReactNode {
  const value = column.value(item);
  switch (column.cellType) {
    case "status":
      return <StatusBadge status={getRowStatus(item)} />;
    case "moment":
      return <Time at={String(value)} everySeconds={30} />;
    case "chip":
      return <JobTypeChip type={String(value)} />;
    case "waiting":
      return waiting ? (
        <div className="items-waiting">
          <Waiting reason={waiting} />
        </div>
      ) : null;
    case "actions":
      return (
        <button
          type="button"
          tabIndex={-1}
          className="items-button"
          aria-label={`${getRetryLabel(item)} row ${item.row}`}
          title={getRetryLabel(item)}
          onClick={() => onRetry(item)}
        >
          <IconRefresh size={16} aria-hidden />
        </button>
      );
    default:
      return formatOneLine(value);
  }
}
