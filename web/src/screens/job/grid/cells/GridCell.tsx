import { type CSSProperties, memo, type ReactNode } from "react";
import { toColumnIndex } from "./cellPosition";

interface Props {
  /** Set for the active cell only. */
  id?: string;
  column: number;
  className?: string;
  style: CSSProperties;
  title?: string;
  dir?: "auto";
  isReadOnly?: boolean;
  children: ReactNode;
}

/**
 * A cell for keyboard navigation. The focus stays on the grid, since cells come and go. A cell is rendered again only if
 * its props change: dragging the scrollbar passes about four hundred cells per frame.
 */
export const GridCell = memo(function GridCell({
  column,
  id,
  className = "",
  isReadOnly,
  children,
  ...rest
}: Props) {
  return (
    // biome-ignore lint/a11y: the grid has the focus, handles the keys and names its active cell
    <div
      role="gridcell"
      id={id}
      aria-colindex={toColumnIndex(column)}
      aria-readonly={isReadOnly}
      className={`items-cell ${className}${id === undefined ? "" : " is-active"}`}
      {...rest}
    >
      {children}
    </div>
  );
});
