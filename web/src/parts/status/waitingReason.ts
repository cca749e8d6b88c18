// Why something is not done yet, as the server tells it, and what to do about it.
import type { Schemas } from "../../api/client";

export type WaitingReason = Pick<Schemas["ItemWaitingShape"], "what" | "until" | "isStuck"> & {
  code: Schemas["ItemWaitingShape"]["code"] | null;
};

/** Somebody is at it just now: nothing stands in its way. */
const UNDER_WAY = new Set<WaitingReason["code"]>(["fetching", "extracting", "in_hand", "robots_being_read"]);

const MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/;
const THEN = /;? (?:due at|next try at|expected start at|until) $/;
const STUCK = /\bno worker\b|\bpaused\b|\bswitched off\b/i;

const ADVICE: Partial<Record<NonNullable<WaitingReason["code"]>, string>> = {
  no_worker: "Nobody works on it. Start a worker: garner worker",
  no_worker_allowed: "Start a worker that may, with GARNER_FETCH_ALLOW_PRIVATE=true.",
  job_paused: "Resume the job, and it goes on.",
  page_paused: "An admin resumes the page, and it goes on.",
  site_paused: "An admin resumes the site under Engine, and it goes on.",
  site_inactive: "An admin switches the site on under Engine.",
  proxies_off: "An admin adds a proxy, or switches one on, under Engine.",
};

export type WaitingState = "under way" | "slow" | "stuck";

export function waitingStateOf(reason: WaitingReason): WaitingState {
  if (reason.isStuck) return "stuck";
  return UNDER_WAY.has(reason.code) ? "under way" : "slow";
}

export function adviceFor(reason: WaitingReason): string | null {
  if (!reason.isStuck) return null;
  if (reason.code !== null) return ADVICE[reason.code] ?? null;
  if (/\bno worker\b/i.test(reason.what)) return ADVICE.no_worker ?? null;
  return reason.what.startsWith("The job is paused") ? (ADVICE.job_paused ?? null) : null;
}

/** From a sentence alone, where the server gives no more: the time in it is counted down, and not read out. */
export function parseWaitingMessage(message: string, isStuck = STUCK.test(message)): WaitingReason {
  const found = MOMENT.exec(message);
  if (found === null) return { code: null, what: message, until: null, isStuck };
  const before = message.slice(0, found.index);
  return { code: null, what: before.replace(THEN, ""), until: found[0], isStuck };
}

/** All of it, where nothing counts down. */
export function describeWaiting(reason: WaitingReason): string {
  return [toSentence(reason.what), adviceFor(reason)].filter(Boolean).join(" ");
}

/** Sentences begin with a capital letter; names of sites stay as they are. */
export function toSentence(what: string): string {
  const [first = ""] = what.split(" ", 1);
  const capitalized = first.includes(".") ? what : what.charAt(0).toUpperCase() + what.slice(1);
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
