// A recipe as the API returns it, parsed or saved.
import type { Schemas } from "../../api/client";
import { formatFieldName } from "../record/provenance";
import type { Recipe } from "../record/types";

export type { Ingredient } from "../record/types";
/** Steps under a heading, as they are sent. */
export type StepGroup = Schemas["StepGroup"];

/** A recipe of a page, or a user's own, with values of the user's own. */
export type RecipeData = Omit<Recipe, "nutrition"> &
  Partial<Pick<Schemas["RecipeShown"], "nutrition" | "url" | "notes" | "tags">>;

/** The labels of the fields, in the order in which they are shown. */
export const FIELD_LABELS = {
  title: "Title",
  description: "Description",
  author: "Author",
  image: "Picture",
  ingredients: "Ingredients",
  instructions: "Steps",
  yields: "Servings",
  prep_minutes: "Prep time",
  cook_minutes: "Cook time",
  total_minutes: "Total time",
  nutrition: "Nutrition",
  language: "Language",
  notes: "Notes",
  tags: "Tags",
} as const;

export type FieldName = keyof typeof FIELD_LABELS;

export function getFieldLabel(name: string): string {
  return FIELD_LABELS[name as FieldName] ?? formatFieldName(name);
}
