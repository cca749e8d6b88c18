import { describe, expect, test } from "vitest";
import {
  createIngredientLines,
  createLine,
  createStepLines,
  formatLine,
  isLine,
  isSameText,
  type Line,
  toIngredients,
  toSteps,
} from "./lines";
import type { Ingredient } from "./recipeData";

const texts = (lines: Line[]) => lines.map(({ text, isHeading }) => (isHeading ? `# ${text}` : text));
const heading = (text: string) => createLine(text, true);

describe("createLine", () => {
  test("gives every line its own id", () => {
    const ids = Array.from({ length: 100 }, () => createLine("same").id);
    expect(new Set(ids).size).toBe(100);
  });
});

describe("isLine", () => {
  test("accepts a line that was stored as JSON", () => {
    const line = createLine("4 eggs", false, { raw: "4 eggs" });
    expect(isLine(JSON.parse(JSON.stringify(line)))).toBe(true);
    expect(isLine(JSON.parse(JSON.stringify(createLine())))).toBe(true);
  });

  test.each([
    null,
    "4 eggs",
    {},
    { id: 1, text: "4 eggs", isHeading: false },
    { id: "1", text: null, isHeading: false },
    { id: "1", text: "4 eggs" },
    { id: "1", text: "4 eggs", isHeading: false, was: "4 eggs" },
  ])("refuses %j", (value) => {
    expect(isLine(value)).toBe(false);
  });
});

describe("formatLine", () => {
  test.each<[Ingredient | string, string]>([
    ["4 eggs", "4 eggs"],
    [{ raw: "four eggs", qty: 4, name: "eggs" }, "four eggs"],
    [{ qty: 4, unit: null, name: "eggs" }, "4 eggs"],
    [{ qty: 0, unit: "g", name: "salt" }, "0 g salt"],
    [{ raw: "", name: "salt" }, "salt"],
    [{}, ""],
  ])("shows %j as %j", (ingredient, text) => {
    expect(formatLine(ingredient)).toBe(text);
  });
});

describe("createIngredientLines", () => {
  test("puts a heading above the first line of each group", () => {
    const ingredients = [
      { raw: "salt" },
      { raw: "flour", group: "Dough" },
      { raw: "water", group: "Dough" },
      { raw: "sugar", group: "Icing" },
      { raw: "yeast", group: "Dough" },
    ];
    expect(texts(createIngredientLines({ ingredients }))).toEqual([
      "salt",
      "# Dough",
      "flour",
      "water",
      "# Icing",
      "sugar",
      "# Dough",
      "yeast",
    ]);
  });

  test("puts an empty heading where a group ends", () => {
    const ingredients = [{ raw: "flour", group: "Dough" }, { raw: "salt" }, { raw: "oil", group: "" }];
    expect(texts(createIngredientLines({ ingredients }))).toEqual(["# Dough", "flour", "# ", "salt", "oil"]);
  });

  test("is empty for a recipe without ingredients", () => {
    expect(createIngredientLines({})).toEqual([]);
    expect(createIngredientLines({ ingredients: null })).toEqual([]);
  });
});

describe("toIngredients", () => {
  test("sends unchanged lines as they were read", () => {
    const ingredients: Ingredient[] = [
      { raw: "1 pinch of salt", qty: 1, unit: "pinch", name: "salt" },
      { raw: "200 g flour", qty: 200, unit: "g", name: "flour", group: "Dough" },
      { raw: "1 egg", qty: 1, name: "egg", group: "Dough" },
    ];
    expect(toIngredients(createIngredientLines({ ingredients }))).toEqual(ingredients);
  });

  test("sends unchanged lines as they were read, also those after the end of a group", () => {
    const ingredients: Ingredient[] = [
      { raw: "200 g flour", qty: 200, unit: "g", name: "flour", group: " Dough " },
      { raw: " 1 pinch of salt", qty: 1, unit: "pinch", name: "salt", group: null },
      { raw: "1 egg", qty: 1, name: "egg", group: "" },
    ];
    expect(toIngredients(createIngredientLines({ ingredients }))).toEqual(ingredients);
  });

  test("ends a group at an empty heading", () => {
    expect(toIngredients([heading("Dough"), createLine("flour"), heading(" "), createLine("salt")])).toEqual([
      { raw: "flour", group: "Dough" },
      "salt",
    ]);
    expect(toIngredients([heading("Icing"), heading(""), createLine("salt")])).toEqual(["salt"]);
    expect(toIngredients([heading("Dough"), heading(""), heading("Icing"), createLine("sugar")])).toEqual([
      { raw: "sugar", group: "Icing" },
    ]);
  });

  test("sends a changed line as text, to be read again", () => {
    const [line] = createIngredientLines({ ingredients: [{ raw: "4 eggs", qty: 4, name: "eggs" }] });
    expect(toIngredients([{ ...(line as Line), text: " 5 eggs " }])).toEqual(["5 eggs"]);
  });

  test("sends a line that moved to another group with that group", () => {
    const lines = createIngredientLines({ ingredients: [{ raw: "4 eggs", qty: 4, name: "eggs" }] });
    expect(toIngredients([heading(" Dough "), ...lines])).toEqual([{ raw: "4 eggs", group: "Dough" }]);
  });

  test("leaves out empty lines and headings without lines", () => {
    expect(toIngredients([createLine("  "), createLine("salt"), heading("Icing"), createLine("")])).toEqual([
      "salt",
    ]);
  });
});

describe("toSteps", () => {
  test("sends steps without groups where there is no heading", () => {
    expect(toSteps([createLine(" Mix. "), createLine(" "), createLine("Bake.")])).toEqual({
      instructions: ["Mix.", "Bake."],
      instruction_groups: [],
    });
  });

  test("sends steps above the first heading as a group without a name", () => {
    expect(toSteps([createLine("Mix."), heading("Icing"), createLine("Stir."), createLine("Pour.")])).toEqual(
      {
        instruction_groups: [
          { name: null, steps: ["Mix."] },
          { name: "Icing", steps: ["Stir.", "Pour."] },
        ],
      },
    );
  });

  test("keeps a heading without steps as a step", () => {
    expect(toSteps([createLine("Mix."), heading("To serve")])).toEqual({
      instructions: ["Mix.", "To serve"],
      instruction_groups: [],
    });
    expect(toSteps([heading("Day one"), heading("Dough"), createLine("Mix.")])).toEqual({
      instruction_groups: [
        { name: null, steps: ["Day one"] },
        { name: "Dough", steps: ["Mix."] },
      ],
    });
  });

  test("reads back the groups that stepLines shows", () => {
    const instruction_groups = [
      { name: null, steps: ["Mix."] },
      { name: "Icing", steps: ["Stir.", "Pour."] },
      { name: null, steps: ["Serve."] },
    ];
    expect(toSteps(createStepLines({ instruction_groups }))).toEqual({ instruction_groups });
  });

  test("sends an empty list when all steps were removed", () => {
    expect(toSteps([])).toEqual({ instructions: [], instruction_groups: [] });
  });
});

test("createStepLines prefers groups to plain steps", () => {
  const instruction_groups = [{ name: "Icing", steps: ["Stir."] }];
  expect(texts(createStepLines({ instructions: ["Other."], instruction_groups }))).toEqual([
    "# Icing",
    "Stir.",
  ]);
  expect(texts(createStepLines({ instructions: ["Other."], instruction_groups: [] }))).toEqual(["Other."]);
});

describe("isSameText", () => {
  test("ignores ids, white space around the text and empty lines", () => {
    expect(isSameText([createLine("salt "), createLine("")], [createLine("salt")])).toBe(true);
  });

  test("distinguishes where a group ends, and ignores empty headings that end none", () => {
    const dough = [heading("Dough"), createLine("flour")];
    expect(isSameText([...dough, heading(""), createLine("salt")], [...dough, createLine("salt")])).toBe(
      false,
    );
    expect(isSameText([...dough, heading("")], dough)).toBe(true);
    expect(isSameText([heading(""), ...dough], dough)).toBe(true);
    expect(isSameText([...dough, heading(""), ...dough], [...dough, ...dough])).toBe(true);
  });

  test("distinguishes order, text and headings", () => {
    expect(isSameText([createLine("a"), createLine("b")], [createLine("b"), createLine("a")])).toBe(false);
    expect(isSameText([createLine("a")], [createLine("A")])).toBe(false);
    expect(isSameText([createLine("a")], [heading("a")])).toBe(false);
  });
});
