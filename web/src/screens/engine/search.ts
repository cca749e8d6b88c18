const KINDS = ["recipe", "product", "posting"] as const;

export type Kind = (typeof KINDS)[number];

/** What is looked at on a part of the engine's screen; each part uses what it has a use for. */
export interface EngineSearch {
  /** A part of a site's name. */
  q?: string;
  /** Only what is open: breakers, or alerts. */
  open?: boolean;
  /** The site whose settings are shown. */
  site?: string;
  /** The cause whose dead letters are shown. */
  cause?: string;
  /** The run of a re-parse that is shown. */
  run?: string;
  /** The field whose differences are shown, with the kind that it is of. */
  field?: string;
  kind?: Kind;
}

export function engineSearch(search: Record<string, unknown>): EngineSearch {
  return {
    ...text(search, "q"),
    ...text(search, "site"),
    ...text(search, "cause"),
    ...text(search, "run"),
    ...text(search, "field"),
    ...(search.open === true ? { open: true } : {}),
    ...(isKind(search.kind) ? { kind: search.kind } : {}),
  };
}

// What looks like a number in the address comes as one.
function text<Name extends keyof EngineSearch>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = search[name];
  if (typeof value !== "string" && typeof value !== "number") return {};
  return value === "" ? {} : ({ [name]: String(value) } as Record<Name, string>);
}

function isKind(value: unknown): value is Kind {
  return KINDS.some((kind) => kind === value);
}
