// The columns and widths that a person chose, and the limits of a width.
import { isObject } from "../../../../storage/kept";

export const NARROWEST = 56;
export const WIDEST = 1_200;

export function areChoices(said: unknown): said is Record<string, boolean> {
  return isObject(said) && Object.values(said).every((one) => typeof one === "boolean");
}

export function areWidths(said: unknown): said is Record<string, number> {
  return isObject(said) && Object.values(said).every(Number.isFinite);
}

const STEP = 16;

/** What that key makes of it; null for keys that have nothing to do with it. */
export function widthBy(key: string, width: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return width - STEP;
    case "ArrowRight":
      return width + STEP;
    case "Home":
      return NARROWEST;
    case "End":
      return WIDEST;
    default:
      return null;
  }
}
