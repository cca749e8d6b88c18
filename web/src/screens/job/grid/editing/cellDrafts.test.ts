import { beforeEach, describe, expect, test } from "vitest";
import type { Item } from "../props";
import { deleteCellDraft, loadCellDrafts, saveCellDraft } from "./cellDrafts";

const item = (id: string, row: number) =>
  ({
    id,
    row,
    updatedAt: "2026-05-01T10:00:00Z",
    inputSummary: { title: "Pan" },
    result: { title: "Long" },
  }) as unknown as Item;
const draft = (id: string, columnId: string, text: string) => ({ item: item(id, 1), columnId, draft: text });
const texts = (jobId: number) => loadCellDrafts(jobId).map(({ draft }) => draft);

beforeEach(() => sessionStorage.clear());

describe("drafts of cells", () => {
  test("are kept per job, row and column", () => {
    saveCellDraft(7, draft("a", "title", "one"));
    saveCellDraft(7, draft("a", "url", "two"));
    saveCellDraft(7, draft("b", "title", "three"));
    expect(texts(7)).toEqual(["one", "two", "three"]);
    expect(texts(8)).toEqual([]);
  });

  test("of the same cell replace each other", () => {
    saveCellDraft(7, draft("a", "title", "one"));
    expect(saveCellDraft(7, draft("a", "title", "two")).map(({ draft }) => draft)).toEqual(["two"]);
    expect(texts(7)).toEqual(["two"]);
  });

  test("are discarded one by one, and leave nothing behind", () => {
    saveCellDraft(7, draft("a", "title", "one"));
    saveCellDraft(7, draft("a", "url", "two"));
    deleteCellDraft(7, "a", "title");
    expect(texts(7)).toEqual(["two"]);
    deleteCellDraft(7, "a", "url");
    expect(sessionStorage.length).toBe(0);
  });

  test("do not keep the result of the row", () => {
    expect(saveCellDraft(7, draft("a", "title", "one"))[0]?.item.result).toBeNull();
    expect(sessionStorage.getItem("garner.draft.cells.7")).not.toContain("Long");
  });

  test.each([
    "null",
    "{}",
    '"x"',
    "[1]",
    '[{"columnId": "title", "draft": "one"}]',
    '[{"columnId": "title", "draft": 1, "item": {"id": "a", "updatedAt": "", "row": 1, "inputSummary": {}}}]',
    '[{"columnId": "title", "draft": "", "item": {"id": "a", "updatedAt": "", "row": 1.5, "inputSummary": {}}}]',
    '[{"columnId": "title", "draft": "", "item": {"id": "a", "updatedAt": "", "row": 1, "inputSummary": null}}]',
  ])("are ignored when they are stored as %s", (text) => {
    sessionStorage.setItem("garner.draft.cells.7", text);
    expect(loadCellDrafts(7)).toEqual([]);
  });
});
