import { beforeEach, describe, expect, test } from "vitest";
import { createForm } from "./form";
import { readRecipeDraft } from "./useRecipeEditing";

const form = createForm({ title: "Soup", ingredients: [{ raw: "4 eggs" }] });
const KEPT = { form, began: form, revision: 3, at: "2026-05-01T10:00:00.000Z" };

const keep = (value: unknown) =>
  sessionStorage.setItem("garner.draft.recipe.1", typeof value === "string" ? value : JSON.stringify(value));

beforeEach(() => sessionStorage.clear());

describe("readRecipeDraft", () => {
  test("reads a draft of a saved recipe, and of one that is not saved yet", () => {
    keep(KEPT);
    expect(readRecipeDraft("recipe.1")?.form.title).toBe("Soup");
    keep({ ...KEPT, revision: null });
    expect(readRecipeDraft("recipe.1")).toMatchObject({ revision: null, at: KEPT.at });
  });

  test.each([
    "null",
    "1",
    '"x"',
    "[1]",
    "{",
    '{"form": {}, "began": {}, "revision": 1, "at": ""}',
    { ...KEPT, form: undefined },
    { ...KEPT, began: null },
    { ...KEPT, revision: 1.5 },
    { ...KEPT, revision: undefined },
    { ...KEPT, at: undefined },
    { ...KEPT, form: { ...form, ingredients: ["4 eggs"] } },
  ])("ignores %j", (value) => {
    keep(value);
    expect(readRecipeDraft("recipe.1")).toBeNull();
  });
});
