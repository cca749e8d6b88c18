import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { JobTypeChip } from "../../../parts/job/JobTypeChip";
import { StatusBadge } from "../../../parts/StatusBadge";
import { Time } from "../../../parts/Time";
import { Waiting } from "../../../parts/Waiting";
import type { WaitingReason } from "../../../parts/waitingReason";
import { inOneLine } from "./cells";
import type { GridColumn } from "./columns";
import type { Item } from "./props";

/** What a cell shows. No component, since most of it is a text and there are hundreds of cells. */
export function contentOf(
  column: GridColumn,
  item: Item,
  waiting: WaitingReason | undefined,
  onAgain: (item: Item) => void,
): ReactNode {
  const value = column.value(item);
  switch (column.look) {
    case "status":
      return <StatusBadge status={item.status} />;
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
          aria-label={`Do row ${item.row} again`}
          title="Do this row again"
          onClick={() => onAgain(item)}
        >
          <IconRefresh size={16} aria-hidden />
        </button>
      );
    default:
      return inOneLine(value);
  }
}
