// Where the pages of a list lie. In the order of the file and unnarrowed, rows are numbered without gaps, so that every
// page can be asked for at once. Any other list is a chain: where a page begins is known from the one before.

export const PAGE_ROWS = 200;
/** Drawn as empty rows, where more is to come. */
const PLACEHOLDER_ROWS = 12;

/** After which row, or where the page before ended; null at the beginning. */
export type Place = { afterRow: number } | { after: string | null };

export interface Layout {
  /** Those to come included, as far as they are drawn. */
  rows: number;
  /** Those that are known to be there. */
  known: number;
  /** Whether there are no more than those. */
  isComplete: boolean;
  pages: number;
  pageAt(row: number): number;
  startOf(page: number): number;
  placeOf(page: number): Place;
}

export function createNumberedLayout(rows: number): Layout {
  const pages = Math.ceil(rows / PAGE_ROWS);
  return {
    rows,
    known: rows,
    isComplete: true,
    pages,
    pageAt: (row) => Math.min(Math.floor(row / PAGE_ROWS), Math.max(0, pages - 1)),
    startOf: (page) => page * PAGE_ROWS,
    placeOf: (page) => ({ afterRow: page * PAGE_ROWS }),
  };
}

/** A page of a chain; how many rows it has is known once it was read. */
export interface ChainLink {
  after: string | null;
  count: number | null;
}

export const UNREAD_CHAIN: readonly ChainLink[] = [{ after: null, count: null }];

/** With what a page turned out to be. What came after it stays if it still begins where that ends. */
export function updateChain(
  chain: readonly ChainLink[],
  page: number,
  read: { count: number; next: string | null },
): readonly ChainLink[] {
  const link = chain[page];
  if (link === undefined) return chain;
  const after = chain[page + 1];
  const isSame = read.next === null ? after === undefined : after?.after === read.next;
  if (isSame && link.count === read.count) return chain;
  const known = [...chain.slice(0, page), { ...link, count: read.count }];
  if (isSame) return [...known, ...chain.slice(page + 1)];
  return read.next === null ? known : [...known, { after: read.next, count: null }];
}

export function createChainLayout(chain: readonly ChainLink[]): Layout {
  const starts: number[] = [];
  let rows = 0;
  for (const link of chain) {
    starts.push(rows);
    rows += link.count ?? PLACEHOLDER_ROWS;
  }
  return {
    rows,
    known: chain.reduce((sum, link) => sum + (link.count ?? 0), 0),
    isComplete: chain.every((link) => link.count !== null),
    pages: chain.length,
    pageAt: (row) => pageAt(starts, row),
    startOf: (page) => starts[page] ?? rows,
    placeOf: (page) => ({ after: chain[page]?.after ?? null }),
  };
}

/** The last that begins there or before: of empty ones and the one after them, that one. */
function pageAt(starts: readonly number[], row: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}
