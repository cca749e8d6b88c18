import { describe, expect, test } from "vitest";
import {
  type ChainLink,
  createChainLayout,
  createNumberedLayout,
  PAGE_ROWS,
  UNREAD_CHAIN,
  updateChain,
} from "./layout";

describe("createNumberedLayout", () => {
  test.each([
    [0, 0],
    [1, 1],
    [200, 1],
    [201, 2],
    [1_000_000, 5_000],
  ])("%i rows take %i pages", (rows, pages) => {
    expect(createNumberedLayout(rows)).toMatchObject({ rows, known: rows, isComplete: true, pages });
  });

  test("finds the page of a row, and the last page for rows beyond the end", () => {
    const layout = createNumberedLayout(450);
    expect([0, 199, 200, 399, 400, 449, 450, 10_000].map(layout.findPage)).toEqual([0, 0, 1, 1, 2, 2, 2, 2]);
    expect(createNumberedLayout(0).findPage(0)).toBe(0);
  });

  test("starts every page after the last row of the page before", () => {
    const layout = createNumberedLayout(450);
    expect([layout.getFirstRow(2), layout.getPageStart(2)]).toEqual([
      2 * PAGE_ROWS,
      { afterRow: 2 * PAGE_ROWS },
    ]);
  });
});

describe("updateChain", () => {
  const chain: readonly ChainLink[] = [
    { after: null, count: 200 },
    { after: "a", count: 200 },
    { after: "b", count: null },
  ];

  test("adds the next page once the last one is read", () => {
    expect(updateChain(UNREAD_CHAIN, 0, { count: 200, next: "a" })).toEqual([
      { after: null, count: 200 },
      { after: "a", count: null },
    ]);
  });

  test("ends the chain at a page without a next one", () => {
    expect(updateChain(chain, 2, { count: 7, next: null })).toEqual([
      ...chain.slice(0, 2),
      { after: "b", count: 7 },
    ]);
    expect(updateChain(chain, 0, { count: 7, next: null })).toEqual([{ after: null, count: 7 }]);
  });

  test("returns the same chain when nothing has changed", () => {
    expect(updateChain(chain, 1, { count: 200, next: "b" })).toBe(chain);
  });

  test("keeps the pages behind while they begin at the same place", () => {
    expect(updateChain(chain, 0, { count: 199, next: "a" })).toEqual([
      { after: null, count: 199 },
      ...chain.slice(1),
    ]);
  });

  test("drops the pages behind when they begin at another place", () => {
    expect(updateChain(chain, 0, { count: 200, next: "c" })).toEqual([
      { after: null, count: 200 },
      { after: "c", count: null },
    ]);
  });

  test("ignores a page that is no longer part of the chain", () => {
    expect(updateChain(chain, 3, { count: 1, next: null })).toBe(chain);
  });
});

describe("createChainLayout", () => {
  test("reserves rows for a page that is not read yet", () => {
    const layout = createChainLayout([
      { after: null, count: 200 },
      { after: "a", count: null },
    ]);
    expect(layout).toMatchObject({ known: 200, isComplete: false, pages: 2 });
    expect(layout.rows).toBeGreaterThan(200);
  });

  test("is complete once every page is read", () => {
    expect(createChainLayout([{ after: null, count: 0 }])).toMatchObject({
      rows: 0,
      known: 0,
      isComplete: true,
      pages: 1,
    });
  });

  test("finds pages of different sizes", () => {
    const layout = createChainLayout([
      { after: null, count: 3 },
      { after: "a", count: 1 },
      { after: "b", count: 5 },
    ]);
    expect([0, 2, 3, 4, 8, 99].map(layout.findPage)).toEqual([0, 0, 1, 2, 2, 2]);
    expect([0, 1, 2, 3].map(layout.getFirstRow)).toEqual([0, 3, 4, 9]);
    expect([layout.getPageStart(0), layout.getPageStart(2)]).toEqual([{ after: null }, { after: "b" }]);
  });

  test("skips empty pages when it looks for a row", () => {
    const layout = createChainLayout([
      { after: null, count: 2 },
      { after: "a", count: 0 },
      { after: "b", count: 0 },
      { after: "c", count: 2 },
    ]);
    expect([1, 2, 3].map(layout.findPage)).toEqual([0, 3, 3]);
  });
});
