import { Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, api, type Schemas, unwrap } from "../../api/client";
import { confirm } from "../../parts/feedback/confirm";
import { notify } from "../../parts/feedback/notify";
import { Problem } from "../../parts/feedback/Problem";
import { DraftNotice } from "../../parts/recipe/DraftNotice";
import { createForm, findChangedFields, type RecipeForm, toRequest } from "../../parts/recipe/form";
import { RecipeEditor } from "../../parts/recipe/RecipeEditor";
import { retrySave } from "../../parts/recipe/retrySave";
import { SaveBar } from "../../parts/recipe/SaveBar";
import { useRecipeEditing } from "../../parts/recipe/useRecipeEditing";
import { EditConflict } from "./EditConflict";
import { createIfMatchHeader, fetchRecipe, type SavedRecipe, toRecipeData, useShowRecipe } from "./queries";

export const getDraftName = (recipeId: string) => `recipe.${recipeId}`;

interface ToSave {
  form: RecipeForm;
  base: RecipeForm;
  revision: number | null;
}

/** Edits a saved recipe. A newer revision from another tab is merged and never overwritten. */
export function SavedRecipeEditor({ recipe, onDone }: { recipe: SavedRecipe; onDone: () => void }) {
  const editing = useRecipeEditing(getDraftName(recipe.id), toRecipeData(recipe), recipe.revision);
  const [theirs, setTheirs] = useState<SavedRecipe | null>(null);
  const show = useShowRecipe();

  const close = () => {
    editing.discard();
    onDone();
  };
  const save = useMutation({
    ...retrySave,
    mutationFn: async ({ form, base, revision }: ToSave) => {
      const changed = findChangedFields(form, base);
      if (changed.length === 0) return null;
      return unwrap(
        api.PATCH("/recipes/{recipe_id}", {
          params: { path: { recipe_id: recipe.id }, header: createIfMatchHeader(revision) },
          body: toRequest(form, changed) as Schemas["RecipeEdit"],
        }),
      );
    },
    onSuccess: (saved) => {
      if (saved) {
        show(saved);
        notify("Your changes are saved.");
      }
      close();
    },
    onError: async (error) => {
      if (isConflict(error)) setTheirs(await fetchRecipe(recipe.id));
    },
  });
  const leave = () => {
    if (editing.changed.length === 0) {
      close();
      return;
    }
    confirm({
      title: "Discard your changes?",
      consequence: "The recipe stays as last saved. Your unsaved edits are lost.",
      confirmLabel: "Discard",
      cancelLabel: "Keep editing",
      onConfirm: close,
    });
  };
  const resolveConflict = (form: RecipeForm) => {
    if (theirs === null) return;
    editing.rebase(toRecipeData(theirs), form, theirs.revision);
    show(theirs);
    setTheirs(null);
    save.mutate({ form, base: createForm(toRecipeData(theirs)), revision: theirs.revision });
  };

  return (
    <Stack gap="md">
      {editing.draftSavedAt && <DraftNotice since={editing.draftSavedAt} onDiscard={close} />}
      {theirs && (
        <EditConflict
          merge={{ base: editing.base, mine: editing.form, theirs: createForm(toRecipeData(theirs)) }}
          isSaving={save.isPending}
          onDecided={resolveConflict}
        />
      )}
      <RecipeEditor form={editing.form} onChange={editing.change} />
      {save.isError && !isConflict(save.error) && (
        <Problem error={save.error} title="Could not save the recipe" />
      )}
      {save.isPending && save.failureReason && <Problem error={save.failureReason} title="Not saved yet" />}
      {!theirs && (
        <SaveBar
          changes={editing.changed.length}
          saveLabel="Save changes"
          isSaving={save.isPending}
          isEnabled={editing.form.title.trim() !== ""}
          onSave={() => save.mutate(editing)}
          secondaryLabel="Cancel"
          onSecondary={leave}
        />
      )}
    </Stack>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 412);
}
