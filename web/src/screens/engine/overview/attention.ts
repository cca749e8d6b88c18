// The rules that decide what needs an operator's attention. Pure functions.
import type { Schemas } from "../../../api/client";
import { formatCount, formatDuration } from "../../../parts/format/numbers";
import type { EnginePart } from "../engineParts";
import { isAny } from "../parsers/kind";
import type { Cause, Domain, ParserAlert, Worker } from "../queries";
import type { EngineSearch } from "../search";

export interface Attention {
  tone: "error" | "warning";
  title: string;
  /** What it means, and what to do about it. */
  description: string;
  part: EnginePart;
  search?: EngineSearch;
  link: string;
}

export interface Facts {
  queue: Schemas["StandingShape"];
  breakers: Domain[];
  causes: Cause[];
  alerts: ParserAlert[];
  workers: Worker[];
}

const OLD_WORK_SECONDS = 300;
const MAX_NAMES = 3;

export function findAttention(facts: Facts, now: number): Attention[] {
  return [
    ...findMissingWorker(facts),
    ...findLostWorkers(facts.workers, now),
    ...findOpenBreakers(facts.breakers),
    ...findDeadLetters(facts.causes),
    ...findAlerts(facts.alerts),
    ...findOldTasks(facts, now),
  ];
}

export function countWaiting({ work }: Facts["queue"]): number {
  return work.reduce((sum, { waiting }) => sum + waiting, 0);
}

function findMissingWorker({ workers, queue }: Facts): Attention[] {
  if (workers.some(({ alive }) => alive)) return [];
  const waiting = countWaiting(queue);
  return [
    {
      tone: "error",
      title: "No worker is alive",
      description: `${waiting > 0 ? `${formatCount(waiting, "task")} queued. ` : ""}Start a worker with “garner worker”, or the server with “garner serve --workers 1”.`,
      part: "workers",
      link: "View workers",
    },
  ];
}

function findLostWorkers(workers: Worker[], now: number): Attention[] {
  return workers
    .filter(({ alive, holding }) => !alive && holding > 0)
    .map(({ name, holding, seenAt }) => ({
      tone: "warning",
      title: `Worker ${name} ${seenAt ? `has not responded for ${formatDuration((now - Date.parse(seenAt)) / 1000)}` : "does not respond"}`,
      description: `It still holds ${formatCount(holding, "task")}. Other workers take over when the leases expire.`,
      part: "workers",
      link: "View workers",
    }));
}

function findOpenBreakers(open: Domain[]): Attention[] {
  if (open.length === 0) return [];
  return [
    {
      tone: "error",
      title: `${formatCount(open.length, "site")} with an open breaker`,
      description: `${joinNames(open.map(({ domain }) => domain))}. No requests are sent until a probe succeeds. You can close a breaker earlier.`,
      part: "lanes",
      search: { open: true },
      link: "View open breakers",
    },
  ];
}

function findDeadLetters(causes: Cause[]): Attention[] {
  const letters = causes.reduce((sum, cause) => sum + cause.letters, 0);
  if (letters === 0) return [];
  const names = causes.map(({ cause, letters }) => `${cause} (${letters})`);
  return [
    {
      tone: "warning",
      title: formatCount(letters, "dead letter"),
      description: `Out of attempts: ${joinNames(names)}. Fix the cause, then replay.`,
      part: "dead-letters",
      link: "View dead letters",
    },
  ];
}

function findAlerts(open: ParserAlert[]): Attention[] {
  if (open.length === 0) return [];
  const names = open.map(
    ({ domain, kind, field }) => `${field} of ${isAny(kind) ? "any page" : `${kind}s`} on ${domain}`,
  );
  return [
    {
      tone: "warning",
      title: formatCount(open.length, "parser alert"),
      description: `Found less often than usual: ${joinNames(names)}. The site or the extractor may have changed.`,
      part: "parsers",
      search: { open: true },
      link: "View alerts",
    },
  ];
}

function findOldTasks({ queue, workers }: Facts, now: number): Attention[] {
  if (queue.oldestDueAt === null || !workers.some(({ alive }) => alive)) return [];
  const seconds = (now - Date.parse(queue.oldestDueAt)) / 1000;
  if (seconds < OLD_WORK_SECONDS) return [];
  return [
    {
      tone: "warning",
      title: `The oldest due task has waited for ${formatDuration(seconds)}`,
      description:
        "A site may be slow, or there are too few workers. The lanes show which site it waits for.",
      part: "lanes",
      link: "View lanes",
    },
  ];
}

function joinNames(names: string[]): string {
  const rest = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(", ");
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
