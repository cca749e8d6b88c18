import { parseMoment } from "../../parts/format/localMoment";
import { isKind, type Kind } from "../../parts/record/kinds";

/** The search parameters of the engine screen. Each section uses some of them. */
export interface EngineSearch {
  /** Part of the name of a site. */
  q?: string;
  /** Only open breakers or alerts. */
  open?: boolean;
  /** The site whose settings are shown. */
  site?: string;
  /** The cause whose dead letters are shown. */
  cause?: string;
  /** The re-parse run that is shown. */
  run?: string;
  /** The field whose differences are shown, and its kind of record. */
  field?: string;
  kind?: Kind;
  /** The operator, action, object and earliest time of the listed actions. */
  actor?: string;
  action?: string;
  object?: string;
  since?: string;
}

export function parseEngineSearch(search: Record<string, unknown>): EngineSearch {
  const since = parseMoment(search.since);
  return {
    ...readText(search, "q"),
    ...readText(search, "site"),
    ...readText(search, "cause"),
    ...readText(search, "run"),
    ...readText(search, "field"),
    ...readText(search, "actor"),
    ...readText(search, "action"),
    ...readText(search, "object"),
    ...(search.open === true ? { open: true } : {}),
    ...(isKind(search.kind) ? { kind: search.kind } : {}),
    ...(since === undefined ? {} : { since }),
  };
}

// The router parses text that looks like a number as a number.
function readText<Name extends keyof EngineSearch>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = search[name];
  if (typeof value !== "string" && typeof value !== "number") return {};
  return value === "" ? {} : ({ [name]: String(value) } as Record<Name, string>);
}
