import type { Tone } from "../parts/Sign";
import type { ReparseRun } from "../queries";

const STATES: Record<ReparseRun["state"], { tone: Tone; word: string }> = {
  running: { tone: "busy", word: "Running" },
  done: { tone: "well", word: "Done" },
  failed: { tone: "fails", word: "Failed" },
  stopped: { tone: "off", word: "Stopped" },
};

export const stateOf = (state: ReparseRun["state"]) => STATES[state];
