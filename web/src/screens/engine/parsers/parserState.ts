import type { Tone } from "../../../parts/status/StateBadge";
import type { Parser } from "../queries";

export function getParserState({ alerts, rate, baseline }: Parser): { tone: Tone; label: string } {
  if (alerts.length > 0) return { tone: "error", label: "Below baseline" };
  if (baseline === null) return { tone: "idle", label: "No baseline yet" };
  if (rate < baseline) return { tone: "warning", label: "Slightly below baseline" };
  return { tone: "ok", label: "Normal" };
}
