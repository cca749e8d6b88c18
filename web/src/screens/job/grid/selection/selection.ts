/** The largest number of ids in a request. */
export const MAX_SELECTED = 10_000;

export interface Selection {
  ids: ReadonlySet<string>;
  /** All rows that match the filters are selected. */
  isAll: boolean;
}

/** Adds or removes a row. Nothing is added while all rows are selected, or at the limit. */
export function toggleItem({ ids, isAll }: Selection, itemId: string): Selection {
  if (isAll) return { ids, isAll };
  const next = new Set(ids);
  if (!next.delete(itemId) && next.size < MAX_SELECTED) next.add(itemId);
  return { ids: next, isAll };
}
