// Merges two versions of a recipe. The user chooses where both changed a field; other changes are merged automatically.
import { FORM_FIELDS, type FormField, isSameField, type RecipeForm } from "../../parts/recipe/form";
import type { Choice } from "./site-changes/FieldChoice";

export interface Merge {
  base: RecipeForm;
  mine: RecipeForm;
  theirs: RecipeForm;
}

export function findConflicts({ base, mine, theirs }: Merge): FormField[] {
  return FORM_FIELDS.filter(
    (name) =>
      !isSameField(name, mine, base) && !isSameField(name, theirs, base) && !isSameField(name, mine, theirs),
  );
}

/** The fields that only the other side changed; these are merged. */
export function findOtherChanges({ base, mine, theirs }: Merge): FormField[] {
  return FORM_FIELDS.filter((name) => isSameField(name, mine, base) && !isSameField(name, theirs, base));
}

export function mergeForms(merge: Merge, choices: Partial<Record<FormField, Choice>>): RecipeForm {
  const { base, mine, theirs } = merge;
  const conflicts = new Set(findConflicts(merge));
  const own = FORM_FIELDS.filter((name) =>
    conflicts.has(name) ? choices[name] === "mine" : !isSameField(name, mine, base),
  );
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
}
