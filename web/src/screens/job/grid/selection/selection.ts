/** The API takes no more of them by name. */
export const MAX_SELECTED = 10_000;

export interface Selection {
  ids: ReadonlySet<string>;
  /** All that fit, however many. */
  isAll: boolean;
}

/** With that row added or removed. While all rows are selected, and when the limit is reached, nothing is added. */
export function toggleItem({ ids, isAll }: Selection, itemId: string): Selection {
  if (isAll) return { ids, isAll };
  const next = new Set(ids);
  if (!next.delete(itemId) && next.size < MAX_SELECTED) next.add(itemId);
  return { ids: next, isAll };
}
