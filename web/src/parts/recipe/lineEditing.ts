// The accessible name of a line, and the action of a key in it.
import type { KeyboardEvent } from "react";
import type { Line } from "./lines";

/** The accessible name of a line. Headings and other lines are numbered separately. */
export function getLineName(lines: Line[], index: number, noun: string): string {
  const isHeading = lines[index]?.isHeading ?? false;
  const count = lines.slice(0, index + 1).filter((line) => line.isHeading === isHeading).length;
  return isHeading ? `Heading ${count} of the ${noun.toLowerCase()}s` : `${noun} ${count}`;
}

/** The action of a key pressed in a line with the given text. */
export function findKeyAction(
  event: KeyboardEvent<HTMLTextAreaElement>,
  text: string,
): "add" | "remove" | "up" | "down" | null {
  if (event.nativeEvent.isComposing) return null;
  if (event.key === "Enter" && !event.shiftKey) return "add";
  if (event.key === "Backspace" && text === "") return "remove";
  if (event.altKey && event.key === "ArrowUp") return "up";
  if (event.altKey && event.key === "ArrowDown") return "down";
  return null;
}
