import { beforeEach, describe, expect, test } from "vitest";
import { deleteRowDraft, loadRowDraft, saveRowDraft } from "./rowDraft";

const seen = { id: "i1", updatedAt: "2026-05-01T10:00:00Z", input: { Name: "Pan" } };

beforeEach(() => sessionStorage.clear());

describe("the draft of a row", () => {
  test("is kept for its row of its job", () => {
    saveRowDraft(7, { typed: { Name: "Pot" }, seen });
    expect(loadRowDraft(7, "i1")).toMatchObject({ typed: { Name: "Pot" }, seen });
    expect(loadRowDraft(7, "i2")).toBeNull();
    expect(loadRowDraft(8, "i1")).toBeNull();
    deleteRowDraft(7, "i1");
    expect(loadRowDraft(7, "i1")).toBeNull();
  });

  test("may belong to a row without input", () => {
    saveRowDraft(7, { typed: {}, seen: { ...seen, input: null } });
    expect(loadRowDraft(7, "i1")?.seen.input).toBeNull();
  });

  test.each([
    [1],
    null,
    "x",
    {},
    { typed: { Name: 1 }, seen, at: "" },
    { typed: [], seen, at: "" },
    { typed: {}, seen, at: 0 },
    { typed: {}, seen: { ...seen, updatedAt: null }, at: "" },
    { typed: {}, seen: { ...seen, input: "Pan" }, at: "" },
    { typed: {}, at: "" },
  ])("is ignored when it is stored as %j", (value) => {
    sessionStorage.setItem("garner.draft.row.7.i1", JSON.stringify(value));
    expect(loadRowDraft(7, "i1")).toBeNull();
  });
});
