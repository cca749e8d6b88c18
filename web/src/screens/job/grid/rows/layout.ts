// The positions of a list's pages. In file order and unfiltered, rows are numbered without gaps, so that any page can be
// loaded directly. Any other list is a chain: the start of a page is known from the page before.

export const PAGE_ROWS = 200;
/** Empty rows that are shown while more may follow. */
const PLACEHOLDER_ROWS = 12;

/** The start of a page: after a row number, or after a cursor; null for the first page. */
export type PageStart = { afterRow: number } | { after: string | null };

export interface Layout {
  /** The number of rows, including placeholders. */
  rows: number;
  /** The number of rows that are known to exist. */
  known: number;
  /** Whether no more rows follow. */
  isComplete: boolean;
  pages: number;
  findPage(row: number): number;
  getFirstRow(page: number): number;
  getPageStart(page: number): PageStart;
}

export function createNumberedLayout(rows: number): Layout {
  const pages = Math.ceil(rows / PAGE_ROWS);
  return {
    rows,
    known: rows,
    isComplete: true,
    pages,
    findPage: (row) => Math.min(Math.floor(row / PAGE_ROWS), Math.max(0, pages - 1)),
    getFirstRow: (page) => page * PAGE_ROWS,
    getPageStart: (page) => ({ afterRow: page * PAGE_ROWS }),
  };
}

/** A page of a chain. The count is null until the page is read. */
export interface ChainLink {
  after: string | null;
  count: number | null;
}

export const UNREAD_CHAIN: readonly ChainLink[] = [{ after: null, count: null }];

/** Records the result of reading a page. The pages after it are kept if they still start where this one ends. */
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
    findPage: (row) => findPage(starts, row),
    getFirstRow: (page) => starts[page] ?? rows,
    getPageStart: (page) => ({ after: chain[page]?.after ?? null }),
  };
}

/** Returns the last page that starts at the row or before it, which skips empty pages. */
function findPage(starts: readonly number[], row: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}
