// A recipe as the API gives it, be it found on a page or saved.
import { fieldLabel } from "../record/provenance";
import type { Recipe, Ingredient as WrittenLine } from "../record/types";

export interface Ingredient extends WrittenLine {
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

/** What the fields are called on the page, in the order in which they are read. */
export const FIELD_WORDS = {
  title: "Title",
  description: "Description",
  author: "Author",
  image: "Picture",
  ingredients: "Ingredients",
  instructions: "Steps",
  yields: "Makes",
  prep_minutes: "Preparing",
  cook_minutes: "Cooking",
  total_minutes: "In all",
  nutrition: "Nutrition",
  language: "Language",
  notes: "Notes",
  tags: "Tags",
} as const;

export type FieldName = keyof typeof FIELD_WORDS;

export function fieldWord(name: string): string {
  return FIELD_WORDS[name as FieldName] ?? fieldLabel(name);
}
