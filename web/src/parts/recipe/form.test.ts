import { describe, expect, test } from "vitest";
import { createForm, FORM_FIELDS, findChangedFields, isRecipeForm, toRequest } from "./form";
import { createLine } from "./lines";
import type { RecipeData } from "./recipeData";

const RECIPE: RecipeData = {
  title: "Barley soup",
  description: "Warm.",
  author: "Ada",
  image: "https://example.com/soup.jpg",
  yields: "4 servings",
  prep_minutes: 10,
  cook_minutes: 0,
  total_minutes: 50,
  ingredients: [{ raw: "200 g barley", qty: 200, unit: "g", name: "barley" }],
  instructions: ["Boil.", "Serve."],
  notes: "Good.",
  tags: ["winter"],
};

describe("createForm", () => {
  test("has empty fields for a recipe without data", () => {
    expect(createForm({})).toEqual({
      title: "",
      description: "",
      author: "",
      image: "",
      yields: "",
      prep_minutes: "",
      cook_minutes: "",
      total_minutes: "",
      ingredients: [],
      instructions: [],
      notes: "",
      tags: [],
    });
  });

  test("distinguishes zero minutes from no minutes", () => {
    expect(createForm(RECIPE).cook_minutes).toBe(0);
  });
});

describe("findChangedFields", () => {
  test("is empty for two forms of the same recipe", () => {
    expect(findChangedFields(createForm(RECIPE), createForm(RECIPE))).toEqual([]);
  });

  test("ignores white space around text", () => {
    expect(findChangedFields({ ...createForm(RECIPE), title: " Barley soup " }, createForm(RECIPE))).toEqual(
      [],
    );
  });

  test("finds every field that was emptied", () => {
    expect(findChangedFields(createForm({}), createForm(RECIPE))).toEqual(FORM_FIELDS);
  });

  test("distinguishes zero minutes from no minutes", () => {
    expect(findChangedFields({ ...createForm(RECIPE), cook_minutes: "" }, createForm(RECIPE))).toEqual([
      "cook_minutes",
    ]);
  });

  test("sees when tags are in another order", () => {
    const form = { ...createForm(RECIPE), tags: ["a", "b"] };
    expect(findChangedFields({ ...form, tags: ["b", "a"] }, form)).toEqual(["tags"]);
  });
});

describe("toRequest", () => {
  test("sends only the named fields", () => {
    expect(toRequest(createForm(RECIPE), ["title", "tags"])).toEqual({
      title: "Barley soup",
      tags: ["winter"],
    });
    expect(toRequest(createForm(RECIPE), [])).toEqual({});
  });

  test("sends the recipe back as it was", () => {
    const { ingredients, instructions, ...plain } = RECIPE;
    expect(toRequest(createForm(RECIPE), FORM_FIELDS)).toEqual({
      ...plain,
      ingredients,
      instructions,
      instruction_groups: [],
    });
  });

  test("clears fields that were emptied", () => {
    const form = { ...createForm(RECIPE), author: "  ", prep_minutes: "" as const, ingredients: [] };
    expect(toRequest(form, ["author", "prep_minutes", "ingredients"])).toEqual({
      author: null,
      prep_minutes: null,
      ingredients: [],
    });
  });

  test("trims text, and sends an emptied title as empty text", () => {
    expect(toRequest({ ...createForm(RECIPE), title: "  ", notes: " Less. " }, ["title", "notes"])).toEqual({
      title: "",
      notes: "Less.",
    });
  });

  test("sends zero minutes as zero", () => {
    expect(toRequest(createForm(RECIPE), ["cook_minutes"])).toEqual({ cook_minutes: 0 });
  });
});

describe("isRecipeForm", () => {
  test("accepts a form that was stored as JSON", () => {
    expect(isRecipeForm(JSON.parse(JSON.stringify(createForm(RECIPE))))).toBe(true);
    expect(isRecipeForm(JSON.parse(JSON.stringify(createForm({}))))).toBe(true);
  });

  test.each(FORM_FIELDS)("refuses a form without %s", (name) => {
    const { [name]: _, ...rest } = createForm(RECIPE);
    expect(isRecipeForm(rest)).toBe(false);
  });

  test.each([
    { title: null },
    { prep_minutes: "10" },
    { prep_minutes: null },
    { tags: [1] },
    { tags: "winter" },
    { ingredients: ["4 eggs"] },
    { instructions: [{ ...createLine("Mix."), isHeading: "no" }] },
  ])("refuses a form with %j", (change) => {
    expect(isRecipeForm({ ...createForm(RECIPE), ...change })).toBe(false);
  });

  test.each([null, [], "form", 1])("refuses %j", (value) => {
    expect(isRecipeForm(value)).toBe(false);
  });
});
