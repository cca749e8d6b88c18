// The state of a recipe that is being edited. This tab keeps it over a reload, an expired sign-in and a lost connection.
import { useCallback, useState } from "react";
import { deleteDraft, readDraft, saveDraft } from "../../storage/drafts";
import { isObject, isText } from "../../storage/storedValue";
import { createForm, type FormField, findChangedFields, isRecipeForm, type RecipeForm } from "./form";
import type { RecipeData } from "./recipeData";

interface Editing {
  form: RecipeForm;
  /** The form before any edit. */
  base: RecipeForm;
  /** The revision of the saved recipe that `base` shows. */
  revision: number | null;
}

/** As written to the session storage; `began` is the `base` of Editing. */
interface StoredDraft {
  form: RecipeForm;
  began: RecipeForm;
  revision: number | null;
  at: string;
}

export interface RecipeEditing extends Editing {
  change: (changes: Partial<RecipeForm>) => void;
  /** Replaces the base and the form, after a merge with a newer revision. */
  rebase: (base: RecipeData, form: RecipeForm, revision: number | null) => void;
  discard: () => void;
  changed: FormField[];
  /** When the restored draft was last changed; null if there is no draft. */
  draftSavedAt: string | null;
}

/** The draft of that parse or recipe. */
export function readRecipeDraft(name: string): StoredDraft | null {
  return readDraft(name, isStoredDraft);
}

function isStoredDraft(value: unknown): value is StoredDraft {
  return (
    isObject(value) &&
    isRecipeForm(value.form) &&
    isRecipeForm(value.began) &&
    (value.revision === null || Number.isInteger(value.revision)) &&
    isText(value.at)
  );
}

function storeDraft(name: string, editing: Editing): void {
  if (findChangedFields(editing.form, editing.base).length === 0) {
    deleteDraft(name);
    return;
  }
  const { form, base, revision } = editing;
  const draft: StoredDraft = { form, began: base, revision, at: new Date().toISOString() };
  saveDraft(name, draft);
}

export function useRecipeEditing(name: string, recipe: RecipeData, revision: number | null): RecipeEditing {
  const [draft] = useState(() => readRecipeDraft(name));
  const [draftSavedAt, setDraftSavedAt] = useState(draft?.at ?? null);
  const [editing, setEditing] = useState<Editing>(() =>
    draft
      ? { form: draft.form, base: draft.began, revision: draft.revision }
      : startEditing(recipe, revision),
  );

  const set = useCallback(
    (next: Editing) => {
      setEditing(next);
      storeDraft(name, next);
    },
    [name],
  );

  return {
    ...editing,
    draftSavedAt,
    changed: findChangedFields(editing.form, editing.base),
    change: (changes) => set({ ...editing, form: { ...editing.form, ...changes } }),
    rebase: (base, form, newRevision) => set({ form, base: createForm(base), revision: newRevision }),
    discard: () => {
      deleteDraft(name);
      setDraftSavedAt(null);
      setEditing(startEditing(recipe, revision));
    },
  };
}

function startEditing(recipe: RecipeData, revision: number | null): Editing {
  const form = createForm(recipe);
  return { form, base: form, revision };
}
