import type { KeyboardEvent } from "react";
import type { ShownColumn } from "./useColumns";
import { MAX_WIDTH, MIN_WIDTH, resizeByKey } from "./widths";

/** The edge of a column, moved by dragging or by the arrow keys. */
export function Resizer({ column }: { column: ShownColumn }) {
  const { label, width, onDrag, resize } = column;
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = resizeByKey(event.key, width);
    if (to === null) return;
    event.preventDefault();
    resize(to);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element cannot be moved
    <div
      role="separator"
      tabIndex={0}
      className="items-resize"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuetext={`${Math.round(width)} pixels`}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      onKeyDown={handleKeyDown}
      onMouseDown={onDrag}
      onTouchStart={onDrag}
    />
  );
}
