// A recipe while it is being edited: all of it as text and lines, and what of it was changed.
import { isObject, isText } from "../../storage/storedValue";
import type { FieldName, Ingredient, RecipeData, StepGroup } from "./data";
import { asIngredients, asSteps, ingredientLines, isLine, type Line, sameLines, stepLines } from "./lines";

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

/** What is sent to save it: fields that are left out stay as they are. */
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

export function formOf(recipe: RecipeData): RecipeForm {
  return {
    title: recipe.title ?? "",
    description: recipe.description ?? "",
    author: recipe.author ?? "",
    image: recipe.image ?? "",
    yields: recipe.yields ?? "",
    prep_minutes: recipe.prep_minutes ?? "",
    cook_minutes: recipe.cook_minutes ?? "",
    total_minutes: recipe.total_minutes ?? "",
    ingredients: ingredientLines(recipe),
    instructions: stepLines(recipe),
    notes: recipe.notes ?? "",
    tags: recipe.tags ?? [],
  };
}

export function isRecipeForm(said: unknown): said is RecipeForm {
  return isObject(said) && FORM_FIELDS.every((name) => isFieldOf(name, said[name]));
}

function isFieldOf(name: FormField, value: unknown): boolean {
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

export function sameField(name: FormField, one: RecipeForm, other: RecipeForm): boolean {
  if (name === "ingredients" || name === "instructions") return sameLines(one[name], other[name]);
  if (name === "tags") return JSON.stringify(one.tags) === JSON.stringify(other.tags);
  return String(one[name]).trim() === String(other[name]).trim();
}

export function changedFields(form: RecipeForm, began: RecipeForm): FormField[] {
  return FORM_FIELDS.filter((name) => !sameField(name, form, began));
}

/** These fields of the form, as the API takes them. What was emptied is cleared. */
export function asSent(form: RecipeForm, names: readonly FormField[]): RecipeChanges {
  return Object.assign({}, ...names.map((name) => sentField(form, name))) as RecipeChanges;
}

function sentField(form: RecipeForm, name: FormField): RecipeChanges {
  switch (name) {
    case "title":
      return { title: form.title.trim() };
    case "ingredients":
      return { ingredients: asIngredients(form.ingredients) };
    case "instructions":
      return asSteps(form.instructions);
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
