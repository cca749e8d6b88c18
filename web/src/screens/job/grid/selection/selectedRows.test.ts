import { afterEach, describe, expect, test, vi } from "vitest";
import type { Listing } from "../rows/pages";
import { retrySelected } from "./selectedRows";

const listing = (filter: Listing["filter"]): Listing => ({ jobId: 7, filter, sort: "row" });
const some = { ids: new Set(["a", "b"]), isAll: false };
const all = { ids: new Set<string>(), isAll: true };

let sent: unknown[] = [];
let asked: string[] = [];

/** A server that lists these pages and notes what is to be reprocessed. */
function serverOf(...pages: string[][]): void {
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") {
      sent.push(await request.json());
      return Response.json({});
    }
    const { searchParams } = new URL(request.url);
    asked.push(String(searchParams));
    const place = Number(searchParams.get("after") ?? 0);
    const next = place + 1 < pages.length ? String(place + 1) : null;
    return Response.json({ items: (pages[place] ?? []).map((id) => ({ id })), next });
  });
}

const ids = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => `i${first + place}`);

afterEach(() => {
  sent = [];
  asked = [];
});

describe("retrySelected", () => {
  test("names the selected rows", async () => {
    serverOf();
    expect(await retrySelected(listing({ domain: "shop.example" }), some)).toEqual({
      ids: ["a", "b"],
      areAll: true,
    });
    expect(sent).toEqual([{ itemIds: ["a", "b"], resetAttempts: false }]);
    expect(asked).toEqual([]);
  });

  test("lets the server find all rows of a status", async () => {
    serverOf();
    expect(await retrySelected(listing({ statuses: "ERROR,NOT_FOUND" }), all)).toBeNull();
    expect(sent).toEqual([
      { scope: "job", statuses: ["NOT_FOUND", "ERROR"], reasons: null, resetAttempts: true },
    ]);
  });

  test("lets the server find all rows with a reason", async () => {
    serverOf();
    await retrySelected(listing({ reason: "gone" }), all);
    expect(sent).toMatchObject([{ scope: "job", reasons: ["gone"] }]);
  });

  test("asks for rows of every status but canceled when the list is not narrowed", async () => {
    serverOf();
    await retrySelected(listing({}), all);
    expect(sent).toMatchObject([
      { statuses: ["PENDING", "PROCESSING", "DONE", "NOT_FOUND", "ERROR", "SKIPPED"] },
    ]);
  });

  test.each([{ domain: "shop.example" }, { minConfidence: 0 }, { from: "2026-05-01T00:00:00Z" }])(
    "reads the names of all rows page by page with the filter %j",
    async (filter) => {
      serverOf(["a", "b"], [], ["c"]);
      expect(await retrySelected(listing({ ...filter, statuses: "DONE" }), all)).toEqual({
        ids: ["a", "b", "c"],
        areAll: true,
      });
      expect(sent).toEqual([{ itemIds: ["a", "b", "c"], resetAttempts: false }]);
      expect(asked).toHaveLength(3);
      for (const query of asked) expect(query).toContain("statuses=DONE");
    },
  );

  test("names no more rows than the server accepts, and says that there are more", async () => {
    serverOf(...Array.from({ length: 11 }, (_, page) => ids(page * 1_000, 1_000)));
    const named = await retrySelected(listing({ domain: "shop.example" }), all);
    expect(named?.ids).toHaveLength(10_000);
    expect(named?.areAll).toBe(false);
    expect(asked).toHaveLength(10);
  });

  test("says that there are more rows when the last page has more than the server accepts", async () => {
    const pages = Array.from({ length: 10 }, (_, page) => ids(page * 999, 999));
    serverOf(...pages, ids(9_990, 500));
    const named = await retrySelected(listing({ domain: "shop.example" }), all);
    expect(named?.ids).toHaveLength(10_000);
    expect(named?.areAll).toBe(false);
  });

  test("names all rows when there are exactly as many as the server accepts", async () => {
    serverOf(...Array.from({ length: 10 }, (_, page) => ids(page * 1_000, 1_000)));
    expect((await retrySelected(listing({ domain: "shop.example" }), all))?.areAll).toBe(true);
  });

  test("sends nothing when no row matches", async () => {
    serverOf([]);
    expect(await retrySelected(listing({ domain: "nowhere.example" }), all)).toEqual({
      ids: [],
      areAll: true,
    });
    expect(sent).toEqual([]);
  });
});
