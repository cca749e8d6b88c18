// The name of a line for assistive technology, and what a key does to a line.
import type { KeyboardEvent } from "react";
import type { Line } from "./lines";

/** Each kind of line is counted by itself, as a reader would. */
export function nameAt(lines: Line[], place: number, noun: string): string {
  const isHeading = lines[place]?.isHeading ?? false;
  const count = lines.slice(0, place + 1).filter((line) => line.isHeading === isHeading).length;
  return isHeading ? `Heading ${count} of the ${noun.toLowerCase()}s` : `${noun} ${count}`;
}

export function keyAct(
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
