import { describe, expect, test } from "vitest";
import type { Item, Job } from "../props";
import { createColumns, type GridColumn, type GridView, isShownByDefault, type ListedRows } from "./columns";

const HEADERS = [
  "row",
  "status",
  "attempts",
  "kind",
  "title",
  "price",
  "error_code",
  "error_message",
  "input.Name",
  "input.status",
];
const OPEN_TABLE = { jobType: "table", queueState: "RUNNING" } as Job;

const setting = (listed: ListedRows = "any", isNarrow = false): GridView => ({ listed, isNarrow });
const ids = (columns: GridColumn[]) => columns.map(({ id }) => id);
const shown = (where: GridView) =>
  ids(createColumns(HEADERS, OPEN_TABLE, where)).filter((id) => isShownByDefault(id, where));

function column(id: string, job: Job = OPEN_TABLE, where = setting()): GridColumn {
  const found = createColumns(HEADERS, job, where).find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no column ${id}.`);
  return found;
}

describe("createColumns", () => {
  test.each<[ListedRows, boolean]>([
    ["any", false],
    ["any", true],
    ["open", false],
    ["open", true],
    ["failed", false],
    ["failed", true],
  ])("has every column once (%s rows, narrow: %s)", (listed, isNarrow) => {
    const all = ids(createColumns(HEADERS, OPEN_TABLE, setting(listed, isNarrow)));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(["status", "attempts", "kind", "title", "price", "waiting"]));
    expect(all).toEqual(expect.arrayContaining(["error_code", "error_message", "asked.title", "updatedAt"]));
  });

  test("takes columns of the result from the export, in its order and without those of the input", () => {
    const all = ids(createColumns(HEADERS, OPEN_TABLE, setting()));
    expect(all.filter((id) => ["kind", "title", "price"].includes(id))).toEqual(["kind", "title", "price"]);
    expect(all.some((id) => id === "row" || id.startsWith("input."))).toBe(false);
  });

  test("puts errors right after the status where failures are listed", () => {
    const all = ids(createColumns(HEADERS, OPEN_TABLE, setting("failed")));
    expect(all.slice(0, 3)).toEqual(["status", "error_code", "error_message"]);
  });

  test("puts the reason for waiting last for open rows, and on narrow screens right after the status", () => {
    expect(ids(createColumns(HEADERS, OPEN_TABLE, setting("open"))).at(-1)).toBe("waiting");
    expect(ids(createColumns(HEADERS, OPEN_TABLE, setting("open", true))).slice(0, 3)).toEqual([
      "status",
      "waiting",
      "what",
    ]);
  });

  test("lets cells of the input be edited in tables only, and not once the job is canceled", () => {
    expect(column("asked.title").edits).toBe("title");
    expect(column("asked.title", { jobType: "image", queueState: "RUNNING" } as Job).edits).toBeUndefined();
    expect(column("asked.title", { jobType: "table", queueState: "CANCELED" } as Job).edits).toBeUndefined();
    expect(column("asked.title", { jobType: "table", queueState: "DONE" } as Job).edits).toBe("title");
  });

  test("does not offer to reprocess rows of a canceled job", () => {
    const canceled = { jobType: "table", queueState: "CANCELED" } as Job;
    expect(ids(createColumns(HEADERS, OPEN_TABLE, setting()))).toContain("actions");
    expect(ids(createColumns(HEADERS, canceled, setting()))).not.toContain("actions");
  });
});

describe("the value of a column", () => {
  const item = {
    status: "ERROR",
    attempts: 2,
    result: { title: "Found", price: "26.00" },
    error: { code: "gone", message: "The page does not exist." },
    inputSummary: { title: "Asked", url: "https://shop.example/pan" },
  } as unknown as Item;
  const bare = { ...item, result: null, error: null, inputSummary: {} } as unknown as Item;

  test("comes from the result, the error or the input", () => {
    expect(
      ["title", "price", "error_code", "asked.title", "status"].map((id) => column(id).value(item)),
    ).toEqual(["Found", "26.00", "gone", "Asked", "ERROR"]);
  });

  test("is missing where the row has no result, error or input", () => {
    for (const id of ["title", "error_message", "asked.url"]) expect(column(id).value(bare)).toBeUndefined();
  });

  test("“name or URL” is the title of the record, else the title or the URL of the input", () => {
    const what = column("what", OPEN_TABLE, setting("open"));
    expect(what.value(item)).toBe("Found");
    expect(what.value({ ...item, result: {} } as Item)).toBe("Asked");
    expect(what.value({ ...bare, inputSummary: { title: null, url: "https://a.example" } } as Item)).toBe(
      "https://a.example",
    );
  });

  test("of numbers is aligned as a number", () => {
    expect(column("price").cellType).toBe("number");
    expect(column("title").cellType).toBe("text");
  });
});

describe("isShownByDefault", () => {
  test("shows the error of a row where failures are listed, also on narrow screens", () => {
    expect(shown(setting("failed"))).toEqual(
      expect.arrayContaining(["error_code", "error_message", "asked.title"]),
    );
    expect(shown(setting("failed", true))).toContain("error_message");
  });

  test("shows what a row is and why it waits while it is open", () => {
    expect(shown(setting("open"))).toEqual([
      "status",
      "what",
      "attempts",
      "lockedBy",
      "updatedAt",
      "waiting",
    ]);
    expect(shown(setting("open", true))).toEqual(["status", "waiting", "what"]);
  });

  test("shows three columns on narrow screens", () => {
    expect(shown(setting("any", true))).toEqual(["status", "what", "error_message"]);
  });
});
