// What needs somebody's attention, told in words. Pure, so that it can be read and thought about as a list of rules.
import type { Schemas } from "../../../api/client";
import { duration, plural } from "../../../parts/format/numbers";
import type { EnginePart } from "../engineParts";
import { isAny } from "../parsers/kind";
import type { Cause, Domain, ParserAlert, Worker } from "../queries";
import type { EngineSearch } from "../search";

export interface Attention {
  tone: "fails" | "warns";
  title: string;
  /** What it means, and what to do about it. */
  words: string;
  part: EnginePart;
  search?: EngineSearch;
  link: string;
}

export interface Facts {
  standing: Schemas["StandingShape"];
  breakers: Domain[];
  causes: Cause[];
  alerts: ParserAlert[];
  workers: Worker[];
}

const LONG_SECONDS = 300;
const MOST_NAMED = 3;

export function attentions(facts: Facts, now: number): Attention[] {
  return [
    ...noWorker(facts),
    ...lostWorkers(facts.workers, now),
    ...breakers(facts.breakers),
    ...deadLetters(facts.causes),
    ...alerts(facts.alerts),
    ...oldWork(facts, now),
  ];
}

export function waitingOf({ work }: Facts["standing"]): number {
  return work.reduce((sum, { waiting }) => sum + waiting, 0);
}

function noWorker({ workers, standing }: Facts): Attention[] {
  if (workers.some(({ alive }) => alive)) return [];
  const waiting = waitingOf(standing);
  return [
    {
      tone: "fails",
      title: "No worker is alive",
      words: `${waiting > 0 ? `In the queue: ${plural(waiting, "piece")} of work. ` : ""}Start one with “garner worker”, or the server with “garner serve --workers 1”.`,
      part: "workers",
      link: "See the workers",
    },
  ];
}

function lostWorkers(workers: Worker[], now: number): Attention[] {
  return workers
    .filter(({ alive, holding }) => !alive && holding > 0)
    .map(({ name, holding, seenAt }) => ({
      tone: "warns",
      title: `Worker ${name} is silent${seenAt ? ` since ${duration((now - Date.parse(seenAt)) / 1000)}` : ""}`,
      words: `It still holds ${plural(holding, "piece")} of work, free again when the lease runs out.`,
      part: "workers",
      link: "See the workers",
    }));
}

function breakers(open: Domain[]): Attention[] {
  if (open.length === 0) return [];
  return [
    {
      tone: "fails",
      title: `${plural(open.length, "site")} ${open.length === 1 ? "is" : "are"} not called: the breaker is open`,
      words: `${named(open.map(({ domain }) => domain))}. Each is tried again by a single request; you may close its breaker sooner.`,
      part: "lanes",
      search: { open: true },
      link: "See the open breakers",
    },
  ];
}

function deadLetters(causes: Cause[]): Attention[] {
  const letters = causes.reduce((sum, cause) => sum + cause.letters, 0);
  if (letters === 0) return [];
  const told = causes.map(({ cause, letters }) => `${cause} (${letters})`);
  return [
    {
      tone: "warns",
      title: plural(letters, "dead letter"),
      words: `Work that ran out of attempts: ${named(told)}. Once the cause is mended, replay it.`,
      part: "dead-letters",
      link: "See the dead letters",
    },
  ];
}

function alerts(open: ParserAlert[]): Attention[] {
  if (open.length === 0) return [];
  const told = open.map(
    ({ domain, kind, field }) => `${field} of ${isAny(kind) ? "any page" : `${kind}s`} on ${domain}`,
  );
  return [
    {
      tone: "warns",
      title: `${plural(open.length, "site or field", "sites or fields")} read worse than before`,
      words: `${named(told)}. The site may have changed, or the extractor.`,
      part: "parsers",
      search: { open: true },
      link: "See the alerts",
    },
  ];
}

function oldWork({ standing, workers }: Facts, now: number): Attention[] {
  if (standing.oldestDueAt === null || !workers.some(({ alive }) => alive)) return [];
  const seconds = (now - Date.parse(standing.oldestDueAt)) / 1000;
  if (seconds < LONG_SECONDS) return [];
  return [
    {
      tone: "warns",
      title: `The oldest waiting work is due since ${duration(seconds)}`,
      words: "A slow or silent site, or too few workers. The lanes show which site it waits for.",
      part: "lanes",
      link: "See the lanes",
    },
  ];
}

function named(names: string[]): string {
  const rest = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED).join(", ");
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
