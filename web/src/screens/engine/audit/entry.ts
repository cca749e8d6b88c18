import type { AuditEntry } from "../queries";

/** The actions of operators, in the order of the filter. */
export const ACTIONS: Record<string, string> = {
  "domain.change": "Site changed",
  "domain.close_breaker": "Breaker closed",
  "crawl_task.order": "Pages ordered",
  "crawl_task.pause": "Pages paused",
  "crawl_task.resume": "Pages resumed",
  "crawl_task.stop": "Pages stopped",
  "crawl_task.recrawl": "Pages re-fetched",
  "dead_letter.replay": "Dead letters replayed",
  "proxy.add": "Proxy added",
  "proxy.enable": "Proxy enabled",
  "proxy.disable": "Proxy disabled",
  "proxy.remove": "Proxy deleted",
  "reparse.start": "Re-parse started",
  "reparse.stop": "Re-parse stopped",
  "source.scan": "Source scanned",
  "job.pause": "Job paused",
  "job.resume": "Job resumed",
  "job.cancel": "Job canceled",
  "job.remove": "Job deleted",
  "job.reprocess": "Rows retried",
  "job.add_rows": "Rows added",
  "job.edit_row": "Row edited",
  "user.create": "Account created",
  "user.remove": "Account deleted",
  "api_token.create": "API token created",
  "api_token.revoke": "API token revoked",
};

const OBJECTS: Record<string, string> = {
  domain: "Site",
  crawl_task: "Page",
  dead_letter: "Dead letter",
  proxy: "Proxy",
  reparse_run: "Re-parse run",
  source: "Source",
  job: "Job",
  user: "Account",
  api_token: "API token",
};

export const getActionLabel = (action: string): string => ACTIONS[action] ?? action;

/** The object of an action: "Site shop.example". An action on several objects says how many it changed. */
export function describeObject({ objectType, objectId, after }: AuditEntry): string {
  const label = OBJECTS[objectType] ?? objectType;
  if (objectId !== null) return `${label} ${objectId}`;
  return typeof after?.count === "number" ? `${label}: ${after.count}` : label;
}

/** Who acted, and from where. */
export function describeSource({ source, address }: AuditEntry): string {
  if (source === "command") return "Command line";
  if (source === "server") return "Server";
  return address === null ? "API" : `API, ${address}`;
}

export interface ValueChange {
  name: string;
  label: string;
  /** Undefined if the object did not exist, or has no such value. */
  before: string | undefined;
  after: string | undefined;
  isChanged: boolean;
}

/** The values of an entry before and after the action; changed values come first. */
export function listValues({ before, after }: Pick<AuditEntry, "before" | "after">): ValueChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const values = names.map((name) => {
    const [earlier, later] = [formatValue(before?.[name]), formatValue(after?.[name])];
    return { name, label: formatName(name), before: earlier, after: later, isChanged: earlier !== later };
  });
  return [...values.filter(({ isChanged }) => isChanged), ...values.filter(({ isChanged }) => !isChanged)];
}

/** What changed, in a line: "Paused: no → yes". New and removed objects are described by their first values. */
export function summarizeChanges(entry: Pick<AuditEntry, "before" | "after">, most = 2): string {
  const changed = listValues(entry).filter(({ isChanged }) => isChanged);
  const shown = changed.slice(0, most).map(({ label, before, after }) => {
    if (entry.before === null || entry.after === null) return `${label}: ${after ?? before ?? "–"}`;
    return `${label}: ${before ?? "–"} → ${after ?? "–"}`;
  });
  const left = changed.length - shown.length;
  return left > 0 ? `${shown.join(", ")} and ${left} more` : shown.join(", ");
}

function formatValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || (Array.isArray(value) && value.length === 0)) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => formatValue(one)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** "crawlDelaySeconds" as "Crawl delay seconds". */
function formatName(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
