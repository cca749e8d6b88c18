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
import { createPageQuery, type ItemPage, type Listing, readPage } from "./pages";

/** Filtered pages may be empty, so a refresh reads at most this many pages. */
const MAX_REFRESHED_PAGES = 4;

export interface Rows {
  getItem: (row: number) => Item | undefined;
  /** Returns the row of an item near the view; null if it is not loaded. */
  findRow: (itemId: string) => number | null;
  /** The error of a page that could not be loaded. */
  error: Error | null;
  retry: () => void;
  /** The number of pages read so far in a list of unknown length. */
  pagesRead: number;
  /** Refreshes the visible rows. Returns the number of rows by which the first one has moved. */
  refresh: (first: number, visibleRows: number) => Promise<number>;
  /** Replaces a changed row. */
  replaceItem: (item: Item) => void;
  /** Returns all rows of a range, and loads missing ones. */
  loadRange: (first: number, last: number) => Promise<Item[]>;
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
  visibleRows: number,
): Rows {
  const client = useQueryClient();
  const wanted = useMemo(() => findNearPages(layout, first, visibleRows), [layout, first, visibleRows]);
  const queries = useQueries({
    queries: wanted.map((page) => createPageQuery(listing, layout.getPageStart(page))),
  });

  useEffect(() => {
    if (total !== null) return;
    setChain((links) =>
      wanted.reduce((known, page, index) => {
        const data = queries[index]?.data;
        return data ? updateChain(known, page, { count: data.items.length, next: data.next }) : known;
      }, links),
    );
  }, [total, wanted, queries, setChain]);

  const getItem = useCallback(
    (row: number) => {
      const page = layout.findPage(row);
      const items = queries[wanted.indexOf(page)]?.data?.items;
      return total === null
        ? items?.[row - layout.getFirstRow(page)]
        : findNumberedItem(items, row, layout.getFirstRow(page));
    },
    [layout, queries, wanted, total],
  );

  const findRow = useCallback(
    (itemId: string) => {
      for (const [index, page] of wanted.entries()) {
        const itemIndex = queries[index]?.data?.items.findIndex((item) => item.id === itemId) ?? -1;
        if (itemIndex >= 0) return layout.getFirstRow(page) + itemIndex;
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

  const replaceItem = useCallback(
    (item: Item) => {
      client.setQueriesData<ItemPage>(
        { queryKey: ["items", now.current.listing.jobId] },
        (page) => page && replaceItems(page, [item]),
      );
    },
    [client],
  );

  const loadRange = useCallback(
    async (from: number, to: number) => {
      const { listing, layout } = now.current;
      const range: Item[] = [];
      for (let page = layout.findPage(from); page <= layout.findPage(to); page += 1) {
        const { items } = await client.fetchQuery({
          ...createPageQuery(listing, layout.getPageStart(page)),
          staleTime: 60_000,
        });
        const start = layout.getFirstRow(page);
        range.push(...items.slice(Math.max(0, from - start), Math.max(0, to - start + 1)));
      }
      return range;
    },
    [client],
  );

  const failed = queries.find((query) => query.isError);
  return {
    getItem,
    findRow,
    error: failed?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.isError || query.isPending) query.refetch();
    },
    pagesRead: total === null ? chain.length - 1 : 0,
    refresh,
    replaceItem,
    loadRange,
  };
}

type Client = ReturnType<typeof useQueryClient>;

/** Refreshes a numbered list. Rows never move, so only visible rows are loaded. */
async function refreshNumbered(
  client: Client,
  listing: Listing,
  layout: Layout,
  first: number,
  visibleRows: number,
): Promise<number> {
  const { items } = await readPage(listing, { afterRow: first }, visibleRows);
  notifyManager.batch(() => {
    for (let page = layout.findPage(first); page <= layout.findPage(first + visibleRows); page += 1) {
      const key = createPageQuery(listing, layout.getPageStart(page)).queryKey;
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
  visibleRows: number,
  setChain: (links: readonly ChainLink[]) => void,
  isWanted: () => boolean,
): Promise<number> {
  const from = layout.findPage(first);
  const keyOf = (after: string | null) => createPageQuery(listing, { after }).queryKey;
  const cached = client.getQueryData<ItemPage>(keyOf(chain[from]?.after ?? null));
  const seen = cached?.items.slice(first - layout.getFirstRow(from)).map((item) => item.id) ?? [];
  const fresh: { after: string | null; page: ItemPage }[] = [];
  let after: string | null = chain[from]?.after ?? null;
  for (let rows = layout.getFirstRow(from); rows < first + visibleRows; ) {
    const page: ItemPage = await readPage(listing, { after }, PAGE_ROWS);
    fresh.push({ after, page });
    rows += page.items.length;
    after = page.next;
    if (after === null || fresh.length === MAX_REFRESHED_PAGES) break;
  }
  if (!isWanted()) return 0;
  notifyManager.batch(() => {
    let links = chain;
    fresh.forEach(({ after, page }, index) => {
      client.setQueryData(keyOf(after), page);
      links = updateChain(links, from + index, { count: page.items.length, next: page.next });
    });
    setChain(links);
  });
  return first === 0
    ? 0
    : countMovedRows(
        seen,
        fresh.flatMap(({ page }) => page.items),
        first - layout.getFirstRow(from),
      );
}
