// A recipe that is being edited, kept in this tab whatever becomes of the page, the login or the connection.
import { useCallback, useState } from "react";
import { deleteDraft, readDraft, saveDraft } from "../../storage/drafts";
import { isObject, isText } from "../../storage/storedValue";
import type { RecipeData } from "./data";
import { changedFields, type FormField, formOf, isRecipeForm, type RecipeForm } from "./form";

interface Editing {
  form: RecipeForm;
  /** What the editing began with, to tell what was changed. */
  began: RecipeForm;
  /** Of the saved recipe that was begun with. */
  revision: number | null;
}

interface Kept extends Editing {
  at: string;
}

export interface RecipeEditing extends Editing {
  change: (changes: Partial<RecipeForm>) => void;
  /** Goes on from another beginning, with what is wanted of both. */
  rebase: (began: RecipeData, form: RecipeForm, revision: number | null) => void;
  forget: () => void;
  changed: FormField[];
  /** When the draft that this goes on with was left, if it is one. */
  keptSince: string | null;
}

/** Named by the parse or recipe. */
export function keptDraft(name: string): Kept | null {
  return readDraft(name, isKept);
}

function isKept(said: unknown): said is Kept {
  return (
    isObject(said) &&
    isRecipeForm(said.form) &&
    isRecipeForm(said.began) &&
    (said.revision === null || Number.isInteger(said.revision)) &&
    isText(said.at)
  );
}

function keep(name: string, editing: Editing): void {
  if (changedFields(editing.form, editing.began).length === 0) {
    deleteDraft(name);
    return;
  }
  const kept: Kept = { ...editing, at: new Date().toISOString() };
  saveDraft(name, kept);
}

export function useRecipeEditing(name: string, recipe: RecipeData, revision: number | null): RecipeEditing {
  const [kept] = useState(() => keptDraft(name));
  const [keptSince, setKeptSince] = useState(kept?.at ?? null);
  const [editing, setEditing] = useState<Editing>(() => kept ?? begun(recipe, revision));

  const set = useCallback(
    (next: Editing) => {
      setEditing(next);
      keep(name, next);
    },
    [name],
  );

  return {
    ...editing,
    keptSince,
    changed: changedFields(editing.form, editing.began),
    change: (changes) => set({ ...editing, form: { ...editing.form, ...changes } }),
    rebase: (began, form, newRevision) => set({ form, began: formOf(began), revision: newRevision }),
    forget: () => {
      deleteDraft(name);
      setKeptSince(null);
      setEditing(begun(recipe, revision));
    },
  };
}

function begun(recipe: RecipeData, revision: number | null): Editing {
  const form = formOf(recipe);
  return { form, began: form, revision };
}
