import { type CSSProperties, memo, type ReactNode } from "react";
import { columnIndex } from "./spot";

interface Props {
  /** Of the cell that the keys are at. */
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
 * A cell that the grid's keys come to; the focus itself stays with the grid, since cells come and go. Drawn anew only if
 * something in it is another: whoever drags the scrollbar passes some four hundred of them in a frame.
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
    // biome-ignore lint/a11y: the grid has the focus, takes the keys and names its active cell
    <div
      role="gridcell"
      id={id}
      aria-colindex={columnIndex(column)}
      aria-readonly={isReadOnly}
      className={`items-cell ${className}${id === undefined ? "" : " is-active"}`}
      {...rest}
    >
      {children}
    </div>
  );
});
