// The view of a record, which the address bar stores.
const VIEWS = ["reading", "history", "json"] as const;
export type View = (typeof VIEWS)[number];

export interface RecordSearch {
  view?: View;
  explain?: boolean;
}

export function parseRecordSearch(search: Record<string, unknown>): RecordSearch {
  const view = VIEWS.find((known) => known === search.view && known !== "reading");
  return { view, explain: search.explain === true ? true : undefined };
}
