import { expect, test } from "vitest";
import type { SiteChange } from "../queries";
import { createDefaultChoices, toDecision } from "./siteChoices";

const change = (field: string, conflict: boolean) => ({ field, conflict }) as SiteChange;

test("changes of the page are accepted by default, except of fields that the user edited", () => {
  expect(
    createDefaultChoices([
      change("yields", true),
      change("ingredients", false),
      change("total_minutes", false),
    ]),
  ).toEqual({
    ingredients: "theirs",
    total_minutes: "theirs",
  });
});

test("a decision accepts and dismisses each chosen field", () => {
  expect(toDecision({ yields: "mine", ingredients: "theirs", total_minutes: "theirs" })).toEqual({
    accept: ["ingredients", "total_minutes"],
    dismiss: ["yields"],
  });
  expect(toDecision({})).toEqual({ accept: [], dismiss: [] });
});
