// The server's reason why something is not done yet, and what to do about it.
import type { Schemas } from "../../api/client";

export type WaitingReason = Pick<Schemas["ItemWaitingShape"], "what" | "until" | "isStuck"> & {
  code: Schemas["ItemWaitingShape"]["code"] | null;
};

type Code = WaitingReason["code"];

/** Codes of work that a worker is processing. */
const RUNNING = new Set<Code>(["fetching", "extracting", "in_hand", "robots_being_read"]);
const PAUSED = new Set<Code>(["job_paused", "page_paused", "site_paused"]);
/** Codes of work that waits for another attempt. */
const RETRYING = new Set<Code>([
  "retry",
  "breaker_open",
  "asked_to_wait",
  "robots_unreachable",
  "proxies_off",
]);

const TIMESTAMP = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/;
/** The clause that leads to a timestamp: "; next try at", " until". */
const BEFORE_TIMESTAMP = /(?:;[^;]*|,?\s+(?:until|at|after|by)(?:\s+about)?)\s*$/;
/** The clause that announces a retry: "retrying (attempt 2 of 3): timeout", or "Row 3 is retried". */
const RETRY = /^(.*?)(?:retrying \((?:attempt )?(\d+ of \d+|\d+)\)(?:: (.+))?|is retried)$/is;
const STUCK = /\bno worker\b|\bpaused\b|\b(?:switched|turned) off\b|\bdisabled\b|\binactive\b/i;

const ADVICE: Partial<Record<NonNullable<Code>, string>> = {
  no_worker: "Start a worker: garner worker",
  no_worker_allowed: "Start a worker with GARNER_FETCH_ALLOW_PRIVATE=true.",
  job_paused: "Resume the job to continue.",
  site_paused: "Operators can resume it under Engine.",
  site_inactive: "An operator must enable the site under Engine.",
  proxies_off: "An operator must add or enable a proxy under Engine.",
};

export type WaitingState = "running" | "waiting" | "paused" | "stuck";

export function getWaitingState({ code, what, isStuck }: WaitingReason): WaitingState {
  if (PAUSED.has(code) || (code === null && isStuck && /\bpaused\b/i.test(what))) return "paused";
  if (isStuck) return "stuck";
  return RUNNING.has(code) ? "running" : "waiting";
}

/** What the user can do about something that does not continue by itself. */
export function findAdvice(reason: WaitingReason): string | null {
  if (!reason.isStuck) return null;
  if (reason.code !== null) return ADVICE[reason.code] ?? null;
  return /\bno worker\b/i.test(reason.what) ? (ADVICE.no_worker ?? null) : null;
}

export interface ReasonParts {
  before: string;
  countdown: string;
  after: string;
}

/**
 * The reason and the remaining time, which is null once it has passed. A retry is announced once, with its countdown:
 * "Retrying (2 of 3) in 2 s: timeout."
 */
export function splitReason(reason: WaitingReason, seconds: string | null): ReasonParts {
  const retry = RETRY.exec(reason.what);
  if (retry === null) {
    return { before: toSentence(reason.what), countdown: describeCountdown(reason, seconds), after: "" };
  }
  const [, lead = "", attempt, cause] = retry;
  const announced =
    attempt === undefined
      ? "is retried"
      : `retrying (${attempt.includes("of") ? attempt : `attempt ${attempt}`})`;
  return {
    before: capitalize(`${lead}${announced}`),
    countdown: seconds === null ? "now" : `in ${seconds}`,
    after: cause === undefined ? "." : toSentence(`: ${cause}`),
  };
}

/** The remaining time until it continues, as a sentence. */
export function describeCountdown({ code }: WaitingReason, seconds: string | null): string {
  if (RETRYING.has(code)) return seconds === null ? "Retrying now." : `Retrying in ${seconds}.`;
  return seconds === null ? "Continues now." : `Continues in ${seconds}.`;
}

/** The reason of a whole job, for which the server returns a sentence. */
export function parseJobReason(
  { queueState, isStuck }: Pick<Schemas["JobShape"], "queueState" | "isStuck">,
  message: string,
): WaitingReason {
  const reason = parseWaitingMessage(message, isStuck);
  return queueState === "PAUSED" ? { ...reason, code: "job_paused" } : reason;
}

/** Parses a reason from a sentence, where the server returns no code. The timestamp is cut off and counted down. */
export function parseWaitingMessage(message: string, isStuck = STUCK.test(message)): WaitingReason {
  const timestamp = TIMESTAMP.exec(message);
  if (timestamp === null) return { code: null, what: message, until: null, isStuck };
  const before = message.slice(0, timestamp.index);
  return { code: null, what: before.replace(BEFORE_TIMESTAMP, ""), until: timestamp[0], isStuck };
}

/** The reason and the advice as text, without a countdown. */
export function describeWaiting(reason: WaitingReason): string {
  return [toSentence(reason.what), findAdvice(reason)].filter(Boolean).join(" ");
}

/** Starts with a capital letter and ends with a full stop. */
export function toSentence(what: string): string {
  const capitalized = capitalize(what);
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}

/** Names of sites stay as they are. */
function capitalize(what: string): string {
  const [first = ""] = what.split(" ", 1);
  return first.includes(".") ? what : what.charAt(0).toUpperCase() + what.slice(1);
}
