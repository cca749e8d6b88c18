import { describe, expect, test } from "vitest";
import { createForm, type RecipeForm } from "../../parts/recipe/form";
import { createLine } from "../../parts/recipe/lines";
import { findConflicts, findOtherChanges, type Merge, mergeForms } from "./merge";

const base = createForm({
  title: "Soup",
  yields: "4 bowls",
  author: "Ada",
  ingredients: [{ raw: "barley" }],
});

const mergeOf = (mine: Partial<RecipeForm>, theirs: Partial<RecipeForm>): Merge => ({
  base,
  mine: { ...base, ...mine },
  theirs: { ...base, ...theirs },
});

describe("findConflicts", () => {
  test("returns the fields that both sides changed to different values", () => {
    expect(
      findConflicts(mergeOf({ yields: "6 bowls", notes: "Mine." }, { yields: "8 bowls", author: "Bob" })),
    ).toEqual(["yields"]);
  });

  test("ignores fields that both sides changed to the same value", () => {
    expect(findConflicts(mergeOf({ yields: "6 bowls" }, { yields: "6 bowls " }))).toEqual([]);
  });

  test("compares lists by their text", () => {
    const both = mergeOf({ ingredients: [createLine("rice")] }, { ingredients: [createLine("rice")] });
    expect(findConflicts(both)).toEqual([]);
    const different = mergeOf({ ingredients: [createLine("rice")] }, { ingredients: [createLine("oats")] });
    expect(findConflicts(different)).toEqual(["ingredients"]);
  });
});

test("findOtherChanges returns the fields that only the other side changed", () => {
  expect(findOtherChanges(mergeOf({ yields: "6 bowls" }, { yields: "8 bowls", author: "Bob" }))).toEqual([
    "author",
  ]);
});

describe("mergeForms", () => {
  const both = mergeOf({ yields: "6 bowls", notes: "Mine." }, { yields: "8 bowls", author: "Bob" });

  test("combines the changes of both sides, and takes the chosen side of a conflict", () => {
    expect(mergeForms(both, { yields: "mine" })).toEqual({
      ...base,
      yields: "6 bowls",
      notes: "Mine.",
      author: "Bob",
    });
    expect(mergeForms(both, { yields: "theirs" })).toEqual({
      ...base,
      yields: "8 bowls",
      notes: "Mine.",
      author: "Bob",
    });
  });

  test("ignores choices for fields without a conflict", () => {
    expect(mergeForms(both, { yields: "mine", author: "mine", notes: "theirs" })).toMatchObject({
      author: "Bob",
      notes: "Mine.",
    });
  });

  test("keeps a field that was emptied on one side empty", () => {
    expect(mergeForms(mergeOf({ author: "" }, { title: "Stew" }), {})).toMatchObject({
      author: "",
      title: "Stew",
    });
  });
});
