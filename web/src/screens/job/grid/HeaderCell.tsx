import type { CSSProperties, ReactNode } from "react";

interface Props {
  column: number;
  order?: "ascending" | "descending" | "none";
  className?: string;
  style: CSSProperties;
  title?: string;
  children: ReactNode;
}

export function HeaderCell({ column, order, className = "", children, ...rest }: Props) {
  return (
    // biome-ignore lint/a11y: the grid has the focus
    <div
      role="columnheader"
      aria-colindex={column + 1}
      aria-sort={order}
      className={`items-cell ${className}`}
      {...rest}
    >
      {children}
    </div>
  );
}
