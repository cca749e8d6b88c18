// Which pages are loaded, and how a fresh response updates them.

import type { Item } from "../props";
import { type Layout, PAGE_ROWS } from "./layout";
import type { ItemPage } from "./pages";
import type { Rows } from "./useRows";

/** Returns the pages in view, and the next page if it is close, so that it is loaded before it is needed. */
export function findNearPages(layout: Layout, first: number, room: number): number[] {
  const from = layout.pageAt(Math.max(0, first - room));
  const to = layout.pageAt(Math.max(0, Math.min(layout.rows - 1, first + 2 * room)));
  return layout.pages === 0 ? [] : Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

export function findNumberedItem(items: Item[] | undefined, row: number, start: number): Item | undefined {
  const likely = items?.[row - start];
  return likely?.row === row + 1 ? likely : items?.find((item) => item.row === row + 1);
}

export function replaceItems(page: ItemPage, fresh: readonly Item[]): ItemPage {
  const byId = new Map(fresh.map((item) => [item.id, item]));
  return page.items.some((item) => byId.has(item.id))
    ? { ...page, items: page.items.map((item) => byId.get(item.id) ?? item) }
    : page;
}

export function replaceNumberedItems(cached: ItemPage, items: readonly Item[], page: number): ItemPage {
  const known = replaceItems(cached, items);
  // While a file is being read, its last page grows.
  const last = known.items.at(-1)?.row ?? page * PAGE_ROWS;
  const added = items.filter((item) => item.row > last && item.row <= (page + 1) * PAGE_ROWS);
  return added.length > 0 ? { ...known, items: [...known.items, ...added] } : known;
}

/** Returns the number of rows by which the first row that is still present has moved. */
export function countMovedRows(seen: readonly string[], items: readonly Item[], place: number): number {
  const places = new Map(items.map((item, index) => [item.id, index]));
  const gone = seen.findIndex((id) => places.has(id));
  const found = places.get(seen[gone] ?? "");
  return found === undefined ? 0 : found - (place + gone);
}

const STRETCH = 50;

/** Returns the unfinished items around the view, in blocks, so that a little scrolling does not change the result. */
export function findOpenItems(rows: Rows, first: number): string[] {
  const start = Math.floor(first / STRETCH) * STRETCH;
  return Array.from({ length: 2 * STRETCH }, (_, place) => rows.at(start + place)).flatMap((item) =>
    item?.status === "PENDING" || item?.status === "PROCESSING" ? [item.id] : [],
  );
}
