// The rows of a list. Only pages near the view are loaded.
import { notifyManager, useQueries, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Item } from "../props";
import {
  type ChainLink,
  createChainLayout,
  createNumberedLayout,
  type Layout,
  PAGE_ROWS,
  UNREAD_CHAIN,
  updateChain,
} from "./layout";
import {
  countMovedRows,
  findNearPages,
  findNumberedItem,
  replaceItems,
  replaceNumberedItems,
} from "./pageRows";
import { type ItemPage, type Listing, pageQuery, readPage } from "./pages";

/** Filtered pages may be empty, so a refresh reads at most this many pages. */
const MOST_REFRESHED = 4;

export interface Rows {
  at: (row: number) => Item | undefined;
  /** Returns the row of an item near the view; null if it is not loaded. */
  find: (itemId: string) => number | null;
  /** The error of a page that could not be loaded. */
  error: Error | null;
  retry: () => void;
  /** The number of pages read so far in a list of unknown length. */
  pagesRead: number;
  /** Refreshes the visible rows. Returns the number of rows by which the first one has moved. */
  refresh: (first: number, room: number) => Promise<number>;
  /** Replaces a changed row. */
  put: (item: Item) => void;
  /** Returns all rows of a range, and loads missing ones. */
  between: (first: number, last: number) => Promise<Item[]>;
}

interface ListLayout {
  total: number | null;
  layout: Layout;
  chain: readonly ChainLink[];
  setChain: Dispatch<SetStateAction<readonly ChainLink[]>>;
}

/** `total` is the number of rows; null for a list that is read page by page. */
export function useListLayout(total: number | null): ListLayout {
  const [chain, setChain] = useState<readonly ChainLink[]>(UNREAD_CHAIN);
  const layout = useMemo(
    () => (total === null ? createChainLayout(chain) : createNumberedLayout(total)),
    [total, chain],
  );
  return { total, layout, chain, setChain };
}

/** Loads the rows near the first visible row. */
export function useRows(
  listing: Listing,
  { total, layout, chain, setChain }: ListLayout,
  first: number,
  room: number,
): Rows {
  const client = useQueryClient();
  const wanted = useMemo(() => findNearPages(layout, first, room), [layout, first, room]);
  const queries = useQueries({
    queries: wanted.map((page) => pageQuery(listing, layout.placeOf(page))),
  });

  useEffect(() => {
    if (total !== null) return;
    setChain((links) =>
      wanted.reduce((known, page, place) => {
        const data = queries[place]?.data;
        return data ? updateChain(known, page, { count: data.items.length, next: data.next }) : known;
      }, links),
    );
  }, [total, wanted, queries, setChain]);

  const at = useCallback(
    (row: number) => {
      const page = layout.pageAt(row);
      const items = queries[wanted.indexOf(page)]?.data?.items;
      return total === null
        ? items?.[row - layout.startOf(page)]
        : findNumberedItem(items, row, layout.startOf(page));
    },
    [layout, queries, wanted, total],
  );

  const find = useCallback(
    (itemId: string) => {
      for (const [place, page] of wanted.entries()) {
        const found = queries[place]?.data?.items.findIndex((item) => item.id === itemId) ?? -1;
        if (found >= 0) return layout.startOf(page) + found;
      }
      return null;
    },
    [layout, queries, wanted],
  );

  const now = useRef({ listing, layout, chain, total });
  now.current = { listing, layout, chain, total };

  const refresh = useCallback(
    (from: number, count: number) => {
      const { listing, layout, chain, total } = now.current;
      if (total !== null) return refreshNumbered(client, listing, layout, from, count);
      return refreshChain(
        client,
        listing,
        chain,
        layout,
        from,
        count,
        setChain,
        () => now.current.listing === listing,
      );
    },
    [client, setChain],
  );

  const put = useCallback(
    (item: Item) => {
      client.setQueriesData<ItemPage>(
        { queryKey: ["items", now.current.listing.jobId] },
        (page) => page && replaceItems(page, [item]),
      );
    },
    [client],
  );

  const between = useCallback(
    async (from: number, to: number) => {
      const { listing, layout } = now.current;
      const found: Item[] = [];
      for (let page = layout.pageAt(from); page <= layout.pageAt(to); page += 1) {
        const { items } = await client.fetchQuery({
          ...pageQuery(listing, layout.placeOf(page)),
          staleTime: 60_000,
        });
        const start = layout.startOf(page);
        found.push(...items.slice(Math.max(0, from - start), Math.max(0, to - start + 1)));
      }
      return found;
    },
    [client],
  );

  const failed = queries.find((query) => query.isError);
  return {
    at,
    find,
    error: failed?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.isError || query.isPending) query.refetch();
    },
    pagesRead: total === null ? chain.length - 1 : 0,
    refresh,
    put,
    between,
  };
}

type Client = ReturnType<typeof useQueryClient>;

/** Refreshes a numbered list. Rows never move, so only visible rows are loaded. */
async function refreshNumbered(
  client: Client,
  listing: Listing,
  layout: Layout,
  first: number,
  room: number,
): Promise<number> {
  const { items } = await readPage(listing, { afterRow: first }, room);
  notifyManager.batch(() => {
    for (let page = layout.pageAt(first); page <= layout.pageAt(first + room); page += 1) {
      const key = pageQuery(listing, layout.placeOf(page)).queryKey;
      client.setQueryData<ItemPage>(key, (cached) => cached && replaceNumberedItems(cached, items, page));
    }
  });
  return 0;
}

/** Refreshes a chained list. Rows come and go, so visible pages are reloaded in order and replaced together. */
async function refreshChain(
  client: Client,
  listing: Listing,
  chain: readonly ChainLink[],
  layout: Layout,
  first: number,
  room: number,
  setChain: (links: readonly ChainLink[]) => void,
  isWanted: () => boolean,
): Promise<number> {
  const from = layout.pageAt(first);
  const keyOf = (after: string | null) => pageQuery(listing, { after }).queryKey;
  const cached = client.getQueryData<ItemPage>(keyOf(chain[from]?.after ?? null));
  const seen = cached?.items.slice(first - layout.startOf(from)).map((item) => item.id) ?? [];
  const fresh: { after: string | null; page: ItemPage }[] = [];
  let after: string | null = chain[from]?.after ?? null;
  for (let rows = layout.startOf(from); rows < first + room; ) {
    const page: ItemPage = await readPage(listing, { after }, PAGE_ROWS);
    fresh.push({ after, page });
    rows += page.items.length;
    after = page.next;
    if (after === null || fresh.length === MOST_REFRESHED) break;
  }
  if (!isWanted()) return 0;
  notifyManager.batch(() => {
    let links = chain;
    fresh.forEach(({ after, page }, place) => {
      client.setQueryData(keyOf(after), page);
      links = updateChain(links, from + place, { count: page.items.length, next: page.next });
    });
    setChain(links);
  });
  return first === 0
    ? 0
    : countMovedRows(
        seen,
        fresh.flatMap(({ page }) => page.items),
        first - layout.startOf(from),
      );
}
