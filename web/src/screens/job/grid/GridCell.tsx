import type { CSSProperties, ReactNode } from "react";

interface Props {
  id?: string;
  column: number;
  className: string;
  style: CSSProperties;
  title?: string;
  dir?: "auto";
  isReadOnly?: boolean;
  onClick?: () => void;
  onDoubleClick?: () => void;
  children: ReactNode;
}

/** A cell that the grid's keys come to; the focus itself stays with the grid, since cells come and go. */
export function GridCell({ column, className, isReadOnly, children, ...rest }: Props) {
  return (
    // biome-ignore lint/a11y: the grid has the focus, takes the keys and names its active cell
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-readonly={isReadOnly}
      className={`items-cell ${className}`}
      {...rest}
    >
      {children}
    </div>
  );
}
