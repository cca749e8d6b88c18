import { describe, expect, test } from "vitest";
import type { Item } from "../props";
import { createChainLayout, createNumberedLayout } from "./layout";
import {
  countMovedRows,
  findNearPages,
  findNumberedItem,
  findOpenItems,
  replaceItems,
  replaceNumberedItems,
} from "./pageRows";
import type { ItemPage } from "./pages";
import type { Rows } from "./useRows";

const item = (row: number, status = "DONE", id = `i${row}`) => ({ id, row, status }) as Item;
const rows = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => item(first + place));
const page = (items: Item[]) => ({ items, next: null }) as unknown as ItemPage;

describe("findNearPages", () => {
  test("is empty for a list without rows", () => {
    expect(findNearPages(createNumberedLayout(0), 0, 20)).toEqual([]);
  });

  test("is the first page at the beginning", () => {
    expect(findNearPages(createNumberedLayout(1_000), 0, 20)).toEqual([0]);
  });

  test("includes the next page when its rows are less than two views away", () => {
    expect(findNearPages(createNumberedLayout(1_000), 159, 20)).toEqual([0]);
    expect(findNearPages(createNumberedLayout(1_000), 160, 20)).toEqual([0, 1]);
  });

  test("includes the page before when its rows are less than a view away", () => {
    expect(findNearPages(createNumberedLayout(1_000), 219, 20)).toEqual([0, 1]);
    expect(findNearPages(createNumberedLayout(1_000), 220, 20)).toEqual([1]);
  });

  test("stops at the last page", () => {
    expect(findNearPages(createNumberedLayout(450), 440, 20)).toEqual([2]);
    expect(findNearPages(createNumberedLayout(5), 0, 20)).toEqual([0]);
  });

  test("asks for the page of a chain that is not read yet", () => {
    expect(findNearPages(createChainLayout([{ after: null, count: null }]), 0, 20)).toEqual([0]);
  });
});

describe("findNumberedItem", () => {
  test("takes rows by their number", () => {
    const items = rows(201, 400);
    expect(findNumberedItem(items, 200, 200)?.row).toBe(201);
    expect(findNumberedItem(items, 399, 200)?.row).toBe(400);
  });

  test("finds a row behind a gap, and nothing in the gap", () => {
    const items = [...rows(1, 3), ...rows(10, 12)];
    expect(findNumberedItem(items, 9, 0)?.row).toBe(10);
    expect(findNumberedItem(items, 3, 0)).toBeUndefined();
  });

  test("finds nothing in a page that is not read yet", () => {
    expect(findNumberedItem(undefined, 0, 0)).toBeUndefined();
  });
});

describe("replaceItems", () => {
  test("replaces rows by their ids and keeps the others as they are", () => {
    const cached = page(rows(1, 3));
    const fresh = item(2, "ERROR");
    const updated = replaceItems(cached, [fresh, item(9)]);
    expect(updated.items.map(({ status }) => status)).toEqual(["DONE", "ERROR", "DONE"]);
    expect(updated.items[0]).toBe(cached.items[0]);
    expect(updated.next).toBe(cached.next);
    expect(cached.items[1]?.status).toBe("DONE");
  });

  test("returns the same page when none of the rows is on it", () => {
    const cached = page(rows(1, 3));
    expect(replaceItems(cached, [item(9)])).toBe(cached);
    expect(replaceItems(cached, [])).toBe(cached);
  });
});

describe("replaceNumberedItems", () => {
  const numbersOf = ({ items }: ItemPage) => items.map(({ row }) => row);

  test("adds rows that were read in the meantime to the page", () => {
    expect(numbersOf(replaceNumberedItems(page(rows(1, 3)), rows(2, 6), 0))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("adds no rows of other pages", () => {
    expect(numbersOf(replaceNumberedItems(page(rows(198, 199)), rows(199, 203), 0))).toEqual([198, 199, 200]);
    expect(numbersOf(replaceNumberedItems(page([]), rows(199, 203), 1))).toEqual([201, 202, 203]);
  });

  test("returns the same page when nothing is new", () => {
    const cached = page(rows(1, 3));
    expect(replaceNumberedItems(cached, rows(201, 210), 0)).toBe(cached);
  });
});

describe("countMovedRows", () => {
  const ids = (...names: string[]) => names;
  const list = (...names: string[]) => names.map((name, place) => item(place + 1, "DONE", name));

  test("is 0 when nothing has moved", () => {
    expect(countMovedRows(ids("b", "c"), list("a", "b", "c"), 1)).toBe(0);
  });

  test("is positive when rows were inserted above", () => {
    expect(countMovedRows(ids("b", "c"), list("x", "y", "a", "b", "c"), 1)).toBe(2);
  });

  test("is negative when rows above were removed", () => {
    expect(countMovedRows(ids("c", "d"), list("c", "d"), 2)).toBe(-2);
  });

  test("follows the next row when the first one in view is gone", () => {
    expect(countMovedRows(ids("b", "c"), list("a", "c"), 1)).toBe(-1);
    expect(countMovedRows(ids("b", "c"), list("a", "x", "c"), 1)).toBe(0);
  });

  test("is 0 when no row in view is left", () => {
    expect(countMovedRows(ids("b", "c"), list("a"), 1)).toBe(0);
    expect(countMovedRows([], list("a"), 0)).toBe(0);
  });
});

describe("findOpenItems", () => {
  const all = (status: (row: number) => string) =>
    ({ getItem: (row: number) => (row < 300 ? item(row, status(row)) : undefined) }) as Rows;

  test("has the open rows of a stretch of a hundred around the view", () => {
    const open = findOpenItems(
      all((row) => (row % 2 === 0 ? "PENDING" : "DONE")),
      70,
    );
    expect(open).toHaveLength(50);
    expect([open[0], open.at(-1)]).toEqual(["i50", "i148"]);
  });

  test("stays the same while the view moves a little", () => {
    const rows = all(() => "PROCESSING");
    expect(findOpenItems(rows, 99)).toEqual(findOpenItems(rows, 50));
    expect(findOpenItems(rows, 100)).not.toEqual(findOpenItems(rows, 99));
  });

  test("leaves out rows that have ended and rows that are not read yet", () => {
    expect(
      findOpenItems(
        all(() => "NOT_FOUND"),
        0,
      ),
    ).toEqual([]);
    expect(
      findOpenItems(
        all(() => "PENDING"),
        250,
      ),
    ).toHaveLength(50);
  });
});
