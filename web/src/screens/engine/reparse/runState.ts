import type { Tone } from "../../../parts/status/StateBadge";
import type { ReparseRun } from "../queries";

const STATES: Record<ReparseRun["state"], { tone: Tone; label: string }> = {
  running: { tone: "busy", label: "Running" },
  done: { tone: "ok", label: "Done" },
  failed: { tone: "error", label: "Failed" },
  stopped: { tone: "off", label: "Stopped" },
};

export const getRunState = (state: ReparseRun["state"]) => STATES[state];
