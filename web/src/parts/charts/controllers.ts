// Names and descriptions of the controllers of `/api/tuning`, and their decisions as lines and marks of charts.
import type { Schemas } from "../../api/client";
import { formatDecimal, formatDuration, formatNumber, formatPercent } from "../format/numbers";
import { MAX_LINES } from "./chartColors";
import type { Format, Level, Line, Mark } from "./lines";

export type Controller = Schemas["ControllerShape"];
export type Decision = Schemas["DecisionShape"] & { process: string; number: number | null };

const MAX_MARKS = 9;
const STAGES: Record<string, string> = { crawl: "fetching", extract: "reading", match: "matching" };

/** The title of a controller, and what it controls. */
export function describeController(controller: string): { title: string; about: string } {
  const [, what, stage = ""] = /^(claim_size|lease|retry_spacing)_(\w+)$/.exec(controller) ?? [];
  const doing = STAGES[stage] ?? stage;
  if (what === "claim_size") {
    return {
      title: `Claim size, ${doing}`,
      about:
        "How much work a worker claims at once: enough to limit the load on the database, little enough to finish soon.",
    };
  }
  if (what === "lease") {
    return {
      title: `Lease, ${doing}`,
      about: "How long a worker holds work before another may take it over: twice the usual duration.",
    };
  }
  if (what === "retry_spacing") {
    return {
      title: `Retry spacing, ${doing}`,
      about: "How much retries are delayed and claims are reduced while most attempts of all users fail.",
    };
  }
  return (
    {
      ingest_batch: {
        title: "Batch size",
        about:
          "How many rows of a table are written at once: more while writes are fast, fewer while they are slow.",
      },
      process_load: {
        title: "Concurrency",
        about: "The share of its slots that a process uses, depending on memory, CPU and latency.",
      },
    }[controller] ?? { title: controller.replaceAll("_", " "), about: "" }
  );
}

export function getFormat(unit: string): Format {
  if (unit === "ms") return formatMilliseconds;
  if (unit === "share") return formatPercent;
  return (value) => (Number.isInteger(value) ? formatNumber(value) : formatDecimal(value));
}

export const formatMilliseconds: Format = (ms) =>
  ms < 1000
    ? `${formatDecimal(ms)} ms`
    : ms < 60_000
      ? `${formatDecimal(ms / 1000)} s`
      : formatDuration(ms / 1000);

const toSeconds = (at: string): number => Date.parse(at) / 1000;

/** One line per process, for the processes with the latest decisions. */
export function createValueLines({ processes }: Controller): Line[] {
  return findLatestProcesses(processes).map(({ process, decisions }) => ({
    label: process,
    stepped: true,
    points: decisions.map(({ at, value }) => ({ at: toSeconds(at), value })).reverse(),
  }));
}

export function createMeasuredLines({ processes }: Controller): Line[] {
  return findLatestProcesses(processes)
    .map(({ process, decisions }) => ({
      label: process,
      points: decisions
        .flatMap(({ at, measuredMs }) =>
          measuredMs == null ? [] : [{ at: toSeconds(at), value: measuredMs }],
        )
        .reverse(),
    }))
    .filter(({ points }) => points.length > 0);
}

export function createTargetLevels({ targetMs, longestMs }: Controller): Level[] {
  return [
    ...(targetMs === null ? [] : [{ label: "Target", value: targetMs }]),
    ...(longestMs === null ? [] : [{ label: "Limit", value: longestMs }]),
  ];
}

/** The decisions, latest first. The first few have the numbers of their marks. */
export function listDecisions({ processes }: Controller): Decision[] {
  return findLatestProcesses(processes)
    .flatMap(({ process, decisions }) => decisions.map((decision) => ({ ...decision, process })))
    .sort((left, right) => Date.parse(right.at) - Date.parse(left.at))
    .map((decision, index) => ({ ...decision, number: index < MAX_MARKS ? index + 1 : null }));
}

export function createMarks(decisions: Decision[]): Mark[] {
  return decisions.flatMap(({ at, number }) => (number === null ? [] : [{ at: toSeconds(at), number }]));
}

function findLatestProcesses(processes: Controller["processes"]): Controller["processes"] {
  return [...processes]
    .sort((left, right) => Date.parse(right.decidedAt) - Date.parse(left.decidedAt))
    .slice(0, MAX_LINES)
    .sort((left, right) => left.process.localeCompare(right.process));
}
