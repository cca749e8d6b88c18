// The form of a recipe: its fields as text and lines, and which of them were changed.
import { isObject, isText } from "../../storage/storedValue";
import {
  createIngredientLines,
  createStepLines,
  isLine,
  isSameText,
  type Line,
  toIngredients,
  toSteps,
} from "./lines";
import type { FieldName, Ingredient, RecipeData, StepGroup } from "./recipeData";

export interface RecipeForm {
  title: string;
  description: string;
  author: string;
  image: string;
  yields: string;
  prep_minutes: number | "";
  cook_minutes: number | "";
  total_minutes: number | "";
  ingredients: Line[];
  instructions: Line[];
  notes: string;
  tags: string[];
}

export type FormField = keyof RecipeForm & FieldName;

export const FORM_FIELDS: readonly FormField[] = [
  "title",
  "description",
  "author",
  "image",
  "yields",
  "prep_minutes",
  "cook_minutes",
  "total_minutes",
  "ingredients",
  "instructions",
  "notes",
  "tags",
];

/** The body of a save request. Omitted fields stay unchanged. */
export interface RecipeChanges {
  title?: string;
  description?: string | null;
  author?: string | null;
  image?: string | null;
  yields?: string | null;
  prep_minutes?: number | null;
  cook_minutes?: number | null;
  total_minutes?: number | null;
  ingredients?: (Ingredient | string)[];
  instructions?: string[];
  instruction_groups?: StepGroup[];
  notes?: string | null;
  tags?: string[];
}

export function createForm(recipe: RecipeData): RecipeForm {
  return {
    title: recipe.title ?? "",
    description: recipe.description ?? "",
    author: recipe.author ?? "",
    image: recipe.image ?? "",
    yields: recipe.yields ?? "",
    prep_minutes: recipe.prep_minutes ?? "",
    cook_minutes: recipe.cook_minutes ?? "",
    total_minutes: recipe.total_minutes ?? "",
    ingredients: createIngredientLines(recipe),
    instructions: createStepLines(recipe),
    notes: recipe.notes ?? "",
    tags: recipe.tags ?? [],
  };
}

export function isRecipeForm(value: unknown): value is RecipeForm {
  return isObject(value) && FORM_FIELDS.every((name) => isValidField(name, value[name]));
}

function isValidField(name: FormField, value: unknown): boolean {
  switch (name) {
    case "ingredients":
    case "instructions":
      return Array.isArray(value) && value.every(isLine);
    case "tags":
      return Array.isArray(value) && value.every(isText);
    case "prep_minutes":
    case "cook_minutes":
    case "total_minutes":
      return value === "" || Number.isFinite(value);
    default:
      return isText(value);
  }
}

export function isSameField(name: FormField, left: RecipeForm, right: RecipeForm): boolean {
  if (name === "ingredients" || name === "instructions") return isSameText(left[name], right[name]);
  if (name === "tags") return JSON.stringify(left.tags) === JSON.stringify(right.tags);
  return String(left[name]).trim() === String(right[name]).trim();
}

export function findChangedFields(form: RecipeForm, base: RecipeForm): FormField[] {
  return FORM_FIELDS.filter((name) => !isSameField(name, form, base));
}

/** The named fields as the API accepts them. Emptied fields are cleared. */
export function toRequest(form: RecipeForm, names: readonly FormField[]): RecipeChanges {
  return Object.assign({}, ...names.map((name) => toRequestField(form, name))) as RecipeChanges;
}

function toRequestField(form: RecipeForm, name: FormField): RecipeChanges {
  switch (name) {
    case "title":
      return { title: form.title.trim() };
    case "ingredients":
      return { ingredients: toIngredients(form.ingredients) };
    case "instructions":
      return toSteps(form.instructions);
    case "tags":
      return { tags: form.tags };
    case "prep_minutes":
    case "cook_minutes":
    case "total_minutes":
      return { [name]: form[name] === "" ? null : form[name] };
    default:
      return { [name]: form[name].trim() || null };
  }
}
