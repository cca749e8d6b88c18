// Which pages are loaded, and how a fresh response updates them.

import type { Item } from "../props";
import { type Layout, PAGE_ROWS } from "./layout";
import type { ItemPage } from "./pages";
import type { Rows } from "./useRows";

/** Returns the pages in view, and the next page if it is close, so that it is loaded before it is needed. */
export function findNearPages(layout: Layout, first: number, visibleRows: number): number[] {
  const from = layout.findPage(Math.max(0, first - visibleRows));
  const to = layout.findPage(Math.max(0, Math.min(layout.rows - 1, first + 2 * visibleRows)));
  return layout.pages === 0 ? [] : Array.from({ length: to - from + 1 }, (_, position) => from + position);
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
export function countMovedRows(seen: readonly string[], items: readonly Item[], position: number): number {
  const places = new Map(items.map((item, index) => [item.id, index]));
  const firstPresent = seen.findIndex((id) => places.has(id));
  const newPosition = places.get(seen[firstPresent] ?? "");
  return newPosition === undefined ? 0 : newPosition - (position + firstPresent);
}

const BLOCK_ROWS = 50;

/** Returns the unfinished items around the view, in blocks, so that a little scrolling does not change the result. */
export function findOpenItems(rows: Rows, first: number): string[] {
  const start = Math.floor(first / BLOCK_ROWS) * BLOCK_ROWS;
  return Array.from({ length: 2 * BLOCK_ROWS }, (_, position) => rows.getItem(start + position)).flatMap(
    (item) => (item?.status === "PENDING" || item?.status === "PROCESSING" ? [item.id] : []),
  );
}
