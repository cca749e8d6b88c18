import { describe, expect, test } from "vitest";
import { formatLanguage, formatMinutes, groupIngredients, listStepGroups } from "./recipe";

describe("groupIngredients", () => {
  test("joins neighbours of the same group and keeps the order of the recipe", () => {
    const groups = groupIngredients([
      { raw: "salt" },
      { raw: "pepper", group: null },
      { raw: "flour", group: "Dough" },
      { raw: "sugar", group: "Icing" },
      { raw: "yeast", group: "Dough" },
    ]);
    expect(groups.map(({ name, lines, index }) => [index, name, lines.map(({ raw }) => raw)])).toEqual([
      [0, null, ["salt", "pepper"]],
      [1, "Dough", ["flour"]],
      [2, "Icing", ["sugar"]],
      [3, "Dough", ["yeast"]],
    ]);
  });

  test("is empty without ingredients", () => {
    expect(groupIngredients([])).toEqual([]);
  });
});

describe("listStepGroups", () => {
  test("prefers groups to plain steps", () => {
    const instruction_groups = [{ name: "Icing", steps: ["Stir."] }];
    expect(listStepGroups({ instruction_groups, instructions: ["Other."] })).toBe(instruction_groups);
  });

  test("shows plain steps as one group without a name", () => {
    expect(listStepGroups({ instructions: ["Mix."], instruction_groups: [] })).toEqual([
      { name: null, steps: ["Mix."] },
    ]);
  });

  test("is empty for a recipe without steps", () => {
    expect(listStepGroups({})).toEqual([]);
    expect(listStepGroups({ instructions: [], instruction_groups: null })).toEqual([]);
  });
});

test("minutes are shown in hours where that is shorter, and not at all when they are unknown or zero", () => {
  expect([50, 90, 0, null, undefined].map(formatMinutes)).toEqual(["50 min", "1 h 30 min", null, null, null]);
});

test("a language is shown by its name, and an invalid tag as it is", () => {
  expect(["de", "pt-BR", "not a tag", "", null].map(formatLanguage)).toEqual([
    "German",
    "Brazilian Portuguese",
    "not a tag",
    null,
    null,
  ]);
});
