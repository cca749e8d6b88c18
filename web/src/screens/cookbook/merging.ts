// Two versions of a recipe that began as one: what both changed is to be chosen, the rest goes together by itself.
import { FORM_FIELDS, type FormField, type RecipeForm, sameField } from "../../parts/recipe/form";
import type { Choice } from "./site-changes/FieldChoice";

export interface Merging {
  began: RecipeForm;
  mine: RecipeForm;
  theirs: RecipeForm;
}

export function conflicts({ began, mine, theirs }: Merging): FormField[] {
  return FORM_FIELDS.filter(
    (name) =>
      !sameField(name, mine, began) && !sameField(name, theirs, began) && !sameField(name, mine, theirs),
  );
}

/** What only the others changed, which is taken over. */
export function takenOver({ began, mine, theirs }: Merging): FormField[] {
  return FORM_FIELDS.filter((name) => sameField(name, mine, began) && !sameField(name, theirs, began));
}

export function merged(merging: Merging, choices: Partial<Record<FormField, Choice>>): RecipeForm {
  const { began, mine, theirs } = merging;
  const open = new Set(conflicts(merging));
  const own = FORM_FIELDS.filter((name) =>
    open.has(name) ? choices[name] === "mine" : !sameField(name, mine, began),
  );
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
}
