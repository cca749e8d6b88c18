// What the controllers of `/api/tuning` are called for people, and their decisions as lines and marks.
import type { Schemas } from "../../api/client";
import { decimal, duration, number, percent } from "../format/numbers";
import type { Format, Level, Line, Mark } from "./lines";
import { MOST_LINES } from "./palette";

export type Controller = Schemas["ControllerShape"];
export type Decision = Schemas["DecisionShape"] & { process: string; number: number | null };

const MOST_MARKS = 9;
const STAGES: Record<string, string> = { crawl: "fetching", extract: "reading", match: "matching" };

/** A controller's name, and what it decides about. */
export function nameOf(controller: string): { title: string; about: string } {
  const [, what, stage = ""] = /^(claim_size|lease|retry_spacing)_(\w+)$/.exec(controller) ?? [];
  const doing = STAGES[stage] ?? stage;
  if (what === "claim_size") {
    return {
      title: `Claim size, ${doing}`,
      about:
        "How much a worker takes at a time: enough to spare the database, little enough to be done soon.",
    };
  }
  if (what === "lease") {
    return {
      title: `Lease, ${doing}`,
      about: "How long work is a worker's own before another may take it: twice as long as it usually takes.",
    };
  }
  if (what === "retry_spacing") {
    return {
      title: `Retry spacing, ${doing}`,
      about:
        "How much later failed work is retried, and how much smaller claims are, while most attempts of every user fail.",
    };
  }
  return (
    {
      ingest_batch: {
        title: "Batch size",
        about:
          "How many rows of a table are written at a time: more while writing is quick, fewer when it is not.",
      },
      process_load: {
        title: "Concurrency",
        about: "The share of its places that a process uses, by how it bears memory, processors and delay.",
      },
    }[controller] ?? { title: controller.replaceAll("_", " "), about: "" }
  );
}

export function formatOf(unit: string): Format {
  if (unit === "ms") return milliseconds;
  if (unit === "share") return percent;
  return (value) => (Number.isInteger(value) ? number(value) : decimal(value));
}

export const milliseconds: Format = (ms) =>
  ms < 1000 ? `${decimal(ms)} ms` : ms < 60_000 ? `${decimal(ms / 1000)} s` : duration(ms / 1000);

const secondsOf = (at: string): number => Date.parse(at) / 1000;

/** One line for each process: those that decided last, and no more than can be told apart. */
export function valueLines({ processes }: Controller): Line[] {
  return latestProcesses(processes).map(({ process, decisions }) => ({
    label: process,
    stepped: true,
    points: decisions.map(({ at, value }) => ({ at: secondsOf(at), value })).reverse(),
  }));
}

export function measuredLines({ processes }: Controller): Line[] {
  return latestProcesses(processes)
    .map(({ process, decisions }) => ({
      label: process,
      points: decisions
        .flatMap(({ at, measuredMs }) =>
          measuredMs == null ? [] : [{ at: secondsOf(at), value: measuredMs }],
        )
        .reverse(),
    }))
    .filter(({ points }) => points.length > 0);
}

export function targets({ targetMs, longestMs }: Controller): Level[] {
  return [
    ...(targetMs === null ? [] : [{ label: "Target", value: targetMs }]),
    ...(longestMs === null ? [] : [{ label: "At most", value: longestMs }]),
  ];
}

/** The latest first; the first few are numbered as their marks are. */
export function decisionsOf({ processes }: Controller): Decision[] {
  return latestProcesses(processes)
    .flatMap(({ process, decisions }) => decisions.map((decision) => ({ ...decision, process })))
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .map((decision, place) => ({ ...decision, number: place < MOST_MARKS ? place + 1 : null }));
}

export function marksOf(decisions: Decision[]): Mark[] {
  return decisions.flatMap(({ at, number }) => (number === null ? [] : [{ at: secondsOf(at), number }]));
}

function latestProcesses(processes: Controller["processes"]): Controller["processes"] {
  return [...processes]
    .sort((one, other) => Date.parse(other.decidedAt) - Date.parse(one.decidedAt))
    .slice(0, MOST_LINES)
    .sort((one, other) => one.process.localeCompare(other.process));
}
