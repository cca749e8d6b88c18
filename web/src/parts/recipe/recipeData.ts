// A recipe as the API returns it, parsed or saved.
import { formatFieldName } from "../record/provenance";
import type { Recipe, Ingredient as RecordIngredient } from "../record/types";

export interface Ingredient extends RecordIngredient {
  qty?: number | string | null;
  unit?: string | null;
  [other: string]: unknown;
}

export interface StepGroup {
  name: string | null;
  steps: string[];
}

export interface RecipeData extends Omit<Recipe, "ingredients" | "instruction_groups"> {
  ingredients?: Ingredient[] | null;
  instruction_groups?: StepGroup[] | null;
  url?: string | null;
  notes?: string | null;
  tags?: string[] | null;
}

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
