import { describe, expect, test } from "vitest";
import { formOf, type RecipeForm } from "../../parts/recipe/form";
import { newLine } from "../../parts/recipe/lines";
import { conflicts, type Merging, merged, takenOver } from "./merging";

const began = formOf({ title: "Soup", yields: "4 bowls", author: "Ada", ingredients: [{ raw: "barley" }] });

const merging = (mine: Partial<RecipeForm>, theirs: Partial<RecipeForm>): Merging => ({
  began,
  mine: { ...began, ...mine },
  theirs: { ...began, ...theirs },
});

describe("conflicts", () => {
  test("are the fields that both sides changed to different values", () => {
    expect(
      conflicts(merging({ yields: "6 bowls", notes: "Mine." }, { yields: "8 bowls", author: "Bob" })),
    ).toEqual(["yields"]);
  });

  test("do not include fields that both sides changed to the same value", () => {
    expect(conflicts(merging({ yields: "6 bowls" }, { yields: "6 bowls " }))).toEqual([]);
  });

  test("compare lists by their text", () => {
    const both = merging({ ingredients: [newLine("rice")] }, { ingredients: [newLine("rice")] });
    expect(conflicts(both)).toEqual([]);
    const different = merging({ ingredients: [newLine("rice")] }, { ingredients: [newLine("oats")] });
    expect(conflicts(different)).toEqual(["ingredients"]);
  });
});

test("takenOver lists the fields that only the other side changed", () => {
  expect(takenOver(merging({ yields: "6 bowls" }, { yields: "8 bowls", author: "Bob" }))).toEqual(["author"]);
});

describe("merged", () => {
  const both = merging({ yields: "6 bowls", notes: "Mine." }, { yields: "8 bowls", author: "Bob" });

  test("combines the changes of both sides, and takes the chosen side of a conflict", () => {
    expect(merged(both, { yields: "mine" })).toEqual({
      ...began,
      yields: "6 bowls",
      notes: "Mine.",
      author: "Bob",
    });
    expect(merged(both, { yields: "theirs" })).toEqual({
      ...began,
      yields: "8 bowls",
      notes: "Mine.",
      author: "Bob",
    });
  });

  test("ignores choices for fields without a conflict", () => {
    expect(merged(both, { yields: "mine", author: "mine", notes: "theirs" })).toMatchObject({
      author: "Bob",
      notes: "Mine.",
    });
  });

  test("keeps a field that was emptied on one side empty", () => {
    expect(merged(merging({ author: "" }, { title: "Stew" }), {})).toMatchObject({
      author: "",
      title: "Stew",
    });
  });
});
