import type { Tone } from "../parts/Sign";
import type { Parser } from "../queries";

export function stateOf({ alerts, rate, baseline }: Parser): { tone: Tone; word: string } {
  if (alerts.length > 0) return { tone: "fails", word: "Read worse" };
  if (baseline === null) return { tone: "idle", word: "Nothing to compare yet" };
  if (rate < baseline) return { tone: "warns", word: "A little worse" };
  return { tone: "well", word: "As usual" };
}
