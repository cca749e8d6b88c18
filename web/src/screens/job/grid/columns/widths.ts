// The visible columns and widths that the user chose, and the limits of a width.
import { isObject } from "../../../../storage/storedValue";

export const MIN_WIDTH = 56;
export const MAX_WIDTH = 1_200;

export function isVisibilityMap(value: unknown): value is Record<string, boolean> {
  return isObject(value) && Object.values(value).every((entry) => typeof entry === "boolean");
}

export function isWidthMap(value: unknown): value is Record<string, number> {
  return isObject(value) && Object.values(value).every(Number.isFinite);
}

const STEP = 16;

/** Returns the width after a key press; null for other keys. */
export function resizeByKey(key: string, width: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return width - STEP;
    case "ArrowRight":
      return width + STEP;
    case "Home":
      return MIN_WIDTH;
    case "End":
      return MAX_WIDTH;
    default:
      return null;
  }
}
