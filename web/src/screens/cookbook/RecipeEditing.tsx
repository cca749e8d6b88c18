import { Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, api, type Schemas, told } from "../../api/client";
import { confirm } from "../../parts/feedback/confirm";
import { tell } from "../../parts/feedback/notify";
import { Problem } from "../../parts/feedback/Problem";
import { asSent, changedFields, formOf, type RecipeForm } from "../../parts/recipe/form";
import { KeptDraft } from "../../parts/recipe/KeptDraft";
import { RecipeEditor } from "../../parts/recipe/RecipeEditor";
import { SaveBar } from "../../parts/recipe/SaveBar";
import { untilItIsBack } from "../../parts/recipe/saving";
import { useRecipeEditing } from "../../parts/recipe/useRecipeEditing";
import { EditConflict } from "./EditConflict";
import { dataOf, lookAt, type SavedRecipe, seen, useShow } from "./recipes";

export const draftName = (recipeId: string) => `recipe.${recipeId}`;

interface ToSave {
  form: RecipeForm;
  began: RecipeForm;
  revision: number | null;
}

/** A saved recipe in the editor. What another tab saved meanwhile is held against it, and never overwritten. */
export function RecipeEditing({ recipe, onDone }: { recipe: SavedRecipe; onDone: () => void }) {
  const editing = useRecipeEditing(draftName(recipe.id), dataOf(recipe), recipe.revision);
  const [theirs, setTheirs] = useState<SavedRecipe | null>(null);
  const show = useShow();

  const done = () => {
    editing.forget();
    onDone();
  };
  const save = useMutation({
    ...untilItIsBack,
    mutationFn: async ({ form, began, revision }: ToSave) => {
      const changed = changedFields(form, began);
      if (changed.length === 0) return null;
      return told(
        api.PATCH("/recipes/{recipe_id}", {
          params: { path: { recipe_id: recipe.id }, header: seen(revision) },
          body: asSent(form, changed) as Schemas["RecipeEdit"],
        }),
      );
    },
    onSuccess: (saved) => {
      if (saved) {
        show(saved);
        tell("Your changes are saved.");
      }
      done();
    },
    onError: async (error) => {
      if (isConflict(error)) setTheirs(await lookAt(recipe.id));
    },
  });
  const leave = () => {
    if (editing.changed.length === 0) {
      done();
      return;
    }
    confirm({
      title: "Forget your changes?",
      consequence: "The recipe stays as it was saved last. What you typed since is gone.",
      act: "Forget them",
      keep: "Go on editing",
      onConfirm: done,
    });
  };
  const settle = (form: RecipeForm) => {
    if (theirs === null) return;
    editing.rebase(dataOf(theirs), form, theirs.revision);
    show(theirs);
    setTheirs(null);
    save.mutate({ form, began: formOf(dataOf(theirs)), revision: theirs.revision });
  };

  return (
    <Stack gap="md">
      {editing.keptSince && <KeptDraft since={editing.keptSince} onForget={done} />}
      {theirs && (
        <EditConflict
          merging={{ began: editing.began, mine: editing.form, theirs: formOf(dataOf(theirs)) }}
          isSaving={save.isPending}
          onDecided={settle}
        />
      )}
      <RecipeEditor form={editing.form} onChange={editing.change} />
      {save.isError && !isConflict(save.error) && <Problem error={save.error} title="It was not saved" />}
      {save.isPending && save.failureReason && (
        <Problem error={save.failureReason} title="It is not saved yet" />
      )}
      {!theirs && (
        <SaveBar
          changes={editing.changed.length}
          act="Save the changes"
          isSaving={save.isPending}
          isPossible={editing.form.title.trim() !== ""}
          onSave={() => save.mutate(editing)}
          otherAct="Stop editing"
          onOther={leave}
        />
      )}
    </Stack>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 412);
}
