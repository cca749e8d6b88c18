import type { CSSProperties, ReactNode } from "react";
import { toColumnIndex } from "../cells/cellPosition";

interface Props {
  column: number;
  order?: "ascending" | "descending" | "none";
  className?: string;
  style: CSSProperties;
  /** The name, if the cell contains more than its name. */
  label?: string;
  children: ReactNode;
}

export function HeaderCell({ column, order, label, className = "", children, ...rest }: Props) {
  return (
    // biome-ignore lint/a11y: the grid has the focus
    <div
      role="columnheader"
      aria-colindex={toColumnIndex(column)}
      aria-sort={order}
      aria-label={label}
      title={label}
      className={`items-cell ${className}`}
      {...rest}
    >
      {children}
    </div>
  );
}
