import type { Schemas } from "../../api/client";
import { formatCount } from "../../parts/format/numbers";

export type WebhookEvent = Schemas["WebhookListed"]["events"][number];
type Subscribed = Exclude<WebhookEvent, "ping">;

const LABELS: Record<Subscribed, string> = {
  "job.completed": "A parse in my mailbox is complete",
  "job.failed": "A parse in my mailbox failed",
  "job.canceled": "A parse in my mailbox was canceled",
  "batch.finished": "A job finished",
  "record.changed": "A record that I asked for changed",
  "product.changed": "A product that I asked for changed (with price and availability)",
  "product.gone": "A product that I asked for does not exist any more",
  "product.back": "A product that was gone exists again",
  "parser.alert": "A site is extracted worse than usual, or has recovered",
  "run.finished": "A run finished (not available yet)",
};
const FOR_ADMINS: readonly WebhookEvent[] = ["parser.alert"];

/** What a new webhook is called for unless the user chooses otherwise. */
export const DEFAULT_EVENTS: readonly Subscribed[] = ["job.completed", "job.failed", "job.canceled"];

export function describeEvent(event: WebhookEvent): string {
  return event === "ping" ? "Test" : LABELS[event];
}

/** The events to choose from; those that are chosen already are always among them. */
export function listEvents(isAdmin: boolean, chosen: readonly string[]): Subscribed[] {
  return (Object.keys(LABELS) as Subscribed[]).filter(
    (event) => isAdmin || !FOR_ADMINS.includes(event) || chosen.includes(event),
  );
}

/** One line for a webhook: its events as in the choice of events, and what they are restricted to. */
export function describeSubscription(
  events: readonly WebhookEvent[],
  filter: Schemas["WebhookListed"]["filter"],
): string {
  const only = [filter?.kind, filter?.domain].filter(Boolean).join(", ");
  const named = events.map(describeEvent).join("; ");
  return only ? `${named}. Only ${only}.` : named;
}

type Health = { tone: "ok" | "idle" | "off"; label: string } | { failures: string };

/** The state of a webhook. `wasCalled` is undefined while it is not known. */
export function describeHealth(
  { active, failures }: Pick<Schemas["WebhookListed"], "active" | "failures">,
  wasCalled: boolean | undefined,
): Health | null {
  if (!active) return { tone: "off", label: "Disabled" };
  if (failures > 0) return { failures: `${formatCount(failures, "failed attempt")} in a row` };
  if (wasCalled === undefined) return null;
  return wasCalled ? { tone: "ok", label: "Healthy" } : { tone: "idle", label: "Not called yet" };
}
