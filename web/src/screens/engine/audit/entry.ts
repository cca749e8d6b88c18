import { formatCount, formatDuration } from "../../../parts/format/numbers";
import type { AuditEntry } from "../queries";

/** The actions of operators, in the order of the filter. */
export const ACTIONS: Record<string, string> = {
  "domain.add": "Site added",
  "domain.change": "Site changed",
  "domain.remove": "Site deleted",
  "domain.close_breaker": "Breaker closed",
  "site.add": "Catalogue site added",
  "site.start": "Catalogue site started",
  "site.pause": "Catalogue site paused",
  "site.resume": "Catalogue site resumed",
  "site.remove": "Catalogue site removed",
  "crawl_task.order": "Pages ordered",
  "crawl_task.pause": "Pages paused",
  "crawl_task.resume": "Pages resumed",
  "crawl_task.stop": "Pages stopped",
  "crawl_task.recrawl": "Pages re-fetched",
  "crawl_task.reprioritise": "Priority changed",
  "dead_letter.replay": "Dead letters replayed",
  "proxy.add": "Proxy added",
  "proxy.change": "Proxy changed",
  "proxy.enable": "Proxy enabled",
  "proxy.disable": "Proxy disabled",
  "proxy.remove": "Proxy deleted",
  "reparse.start": "Re-parse started",
  "reparse.stop": "Re-parse stopped",
  "search_index.rebuild": "Search index rebuilt",
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

/** An object in the singular and in the plural. */
const OBJECTS: Record<string, [string, string]> = {
  domain: ["site", "sites"],
  site: ["catalogue site", "catalogue sites"],
  crawl_task: ["page", "pages"],
  dead_letter: ["dead letter", "dead letters"],
  proxy: ["proxy", "proxies"],
  reparse_run: ["re-parse run", "re-parse runs"],
  search_index: ["search index", "search indexes"],
  source: ["source", "sources"],
  job: ["job", "jobs"],
  user: ["account", "accounts"],
  api_token: ["API token", "API tokens"],
};

const NAMES: Record<string, string> = {
  isActive: "Enabled",
  obeysRobots: "Obey robots.txt",
  pacesEachProxy: "Apply the delay per proxy",
  pricePerGb: "Price per GB",
  urls: "URLs",
  ids: "IDs",
};

/** Values of a new object that need no mention. */
const DEFAULTS: Record<string, unknown> = { isActive: true, obeysRobots: true };

export const getActionLabel = (action: string): string => ACTIONS[action] ?? action;

/** The object of an action: "Site shop.example". An action on several objects says how many it changed. */
export function describeObject({
  objectType,
  objectId,
  after,
}: Pick<AuditEntry, "objectType" | "objectId" | "after">): string {
  const [one, many] = OBJECTS[objectType] ?? [objectType, objectType];
  const label = objectType in OBJECTS ? capitalize(one) : one;
  if (objectId !== null) return `${label} ${objectId}`;
  return typeof after?.count === "number" ? formatCount(after.count, one, many) : label;
}

/** The object that the log is filtered by, as in the address bar: "domain:shop.example" or "domain". */
export function describeObjectFilter(filter: string): string {
  const [objectType = "", ...id] = filter.split(":");
  return describeObject({ objectType, objectId: id.length > 0 ? id.join(":") : null, after: null });
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
  /** Says no more than a default does, such as "Paused: no" of a new site. */
  isDefault: boolean;
}

/** The values of an entry: changed values come first, and among them those that say more than a default does. */
export function listValues({ before, after }: Pick<AuditEntry, "before" | "after">): ValueChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const values = names.map((name) => {
    const [earlier, later] = [formatValue(name, before?.[name]), formatValue(name, after?.[name])];
    return {
      name,
      label: NAMES[name] ?? formatName(name),
      before: earlier,
      after: later,
      isChanged: earlier !== later,
      isDefault: isDefault(name, before?.[name], after?.[name]),
    };
  });
  const rank = (value: ValueChange) => (value.isChanged ? (value.isDefault ? 1 : 0) : 2);
  return values.sort((left, right) => rank(left) - rank(right));
}

/** What changed, in a line: "Paused: no → yes". New and removed objects are described by their first values. */
export function summarizeChanges(entry: Pick<AuditEntry, "before" | "after">, most = 2): string {
  const changed = listValues(entry).filter((value) => value.isChanged && !value.isDefault);
  const shown = changed.slice(0, most).map(({ label, before, after }) => {
    if (entry.before === null || entry.after === null) return `${label}: ${after ?? before ?? "–"}`;
    return `${label}: ${before ?? "–"} → ${after ?? "–"}`;
  });
  const left = changed.length - shown.length;
  return left > 0 ? `${shown.join(", ")} and ${left} more` : shown.join(", ");
}

/** Whether a value was not set before, and is now what it would be anyway; or the other way round. */
function isDefault(name: string, before: unknown, after: unknown): boolean {
  if (isMissing(before)) return saysNothing(name, after);
  return after === undefined && saysNothing(name, before);
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

function saysNothing(name: string, value: unknown): boolean {
  if (isMissing(value)) return true;
  if (name in DEFAULTS) return value === DEFAULTS[name];
  return value === false || value === "" || (Array.isArray(value) && value.length === 0);
}

function formatValue(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || (Array.isArray(value) && value.length === 0)) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => formatValue(name, one)).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  return name === "crawlFrequency" ? formatFrequency(String(value)) : String(value);
}

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const UNIT_SECONDS = [365 * 86_400, 86_400, 3600, 60, 1];

/** An ISO 8601 duration as an interval: "PT6H" as "every 6 h". */
function formatFrequency(duration: string): string {
  const counts = DURATION.exec(duration)?.slice(1);
  if (counts === undefined) return duration;
  const seconds = counts.reduce(
    (sum, count, index) => sum + Number(count ?? 0) * (UNIT_SECONDS[index] ?? 0),
    0,
  );
  return `every ${formatDuration(seconds)}`;
}

/** "crawlDelaySeconds" as "Crawl delay seconds". */
function formatName(name: string): string {
  return capitalize(name.replace(/([A-Z])/g, " $1").toLowerCase());
}

const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
