import { Alert, Box, Grid, List, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, api, type Schemas, unwrap } from "../../../api/client";
import { createContentKeys } from "../../../api/idempotencyKeys";
import { refresh } from "../../../api/refresh";
import { notify } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import type { Parse } from "../../../parts/parses";
import { DraftNotice } from "../../../parts/recipe/DraftNotice";
import { FORM_FIELDS, toRequest } from "../../../parts/recipe/form";
import { RecipeEditor } from "../../../parts/recipe/RecipeEditor";
import type { RecipeData } from "../../../parts/recipe/recipeData";
import { retrySave } from "../../../parts/recipe/retrySave";
import { SaveBar } from "../../../parts/recipe/SaveBar";
import { useRecipeEditing } from "../../../parts/recipe/useRecipeEditing";
import { useDiscard } from "../actions";
import { getParseName } from "../parseText";
import { PageText } from "./PageText";
import { SavedElsewhere } from "./SavedElsewhere";

type NewRecipe = Schemas["NewRecipe"];

export const getDraftName = (jobId: string) => `parse.${jobId}`;

/** A parsed recipe, to correct and save, beside the values from its page. */
export function ParsedRecipe({ parse, recipe }: { parse: Parse; recipe: RecipeData }) {
  const editing = useRecipeEditing(getDraftName(parse.id), recipe, null);
  const record = useRecord(parse.id);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [keyOf] = useState(createContentKeys);

  const save = useMutation({
    ...retrySave,
    mutationFn: (body: NewRecipe) =>
      unwrap(api.POST("/recipes", { params: { header: { "Idempotency-Key": keyOf(body) } }, body })),
    onSuccess: (saved) => {
      editing.discard();
      refresh(client, { queryKey: ["mailbox"] });
      refresh(client, { queryKey: ["cookbook"] });
      notify(`“${saved.title}” is in your cookbook.`);
      navigate({ to: "/cookbook/$recipeId", params: { recipeId: saved.id } });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) refresh(client, { queryKey: ["mailbox"] });
    },
  });
  const discard = useDiscard(() => {
    editing.discard();
    navigate({ to: "/mailbox" });
  });
  /** Sends only edits. The server takes the other fields from the parse. */
  const saveParse = () =>
    save.mutate({
      ...toRequest(editing.form, ["title", ...editing.changed]),
      parse_job_id: parse.id,
    } as NewRecipe);
  const saveAsAnother = () =>
    save.mutate({
      ...getHiddenFields(recipe),
      ...toRequest(editing.form, FORM_FIELDS),
      url: parse.url,
    } as NewRecipe);
  const isNoLongerOpen = parse.status !== "COMPLETE";
  const isConflict = save.error instanceof ApiError && save.error.status === 409;

  return (
    <Stack gap="md">
      <Warnings warnings={parse.result?.warnings ?? []} usedModel={parse.result?.used_llm ?? false} />
      {isNoLongerOpen && (
        <SavedElsewhere
          parse={parse}
          isSaving={save.isPending}
          onSaveAsAnother={saveAsAnother}
          onDiscard={() => {
            editing.discard();
            refresh(client, { queryKey: ["mailbox"] });
          }}
        />
      )}
      {editing.draftSavedAt && !isNoLongerOpen && (
        <DraftNotice since={editing.draftSavedAt} onDiscard={editing.discard} />
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Box component="section" aria-label="Recipe">
            <RecipeEditor form={editing.form} onChange={editing.change} />
          </Box>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <PageText
            url={parse.url}
            recipe={recipe}
            sources={record.data?.fields ?? {}}
            base={editing.base}
            form={editing.form}
            onReset={(field) => editing.change({ [field]: editing.base[field] })}
          />
        </Grid.Col>
      </Grid>
      {save.isError && !(isConflict && isNoLongerOpen) && (
        <Problem error={save.error} title="Could not save the recipe" />
      )}
      {save.isPending && save.failureReason && <Problem error={save.failureReason} title="Not saved yet" />}
      {!isNoLongerOpen && (
        <SaveBar
          changes={editing.changed.length}
          saveLabel="Save to cookbook"
          isSaving={save.isPending}
          isEnabled={editing.form.title.trim() !== ""}
          onSave={saveParse}
          secondaryLabel="Discard"
          onSecondary={() => discard.ask(parse.id, getParseName(parse), parse.url === null)}
        />
      )}
    </Stack>
  );
}

/** The fields of the page that the form does not show. */
function getHiddenFields({ nutrition, language }: RecipeData): RecipeData {
  return { nutrition, language };
}

function useRecord(itemId: string) {
  return useQuery({
    queryKey: ["record", itemId],
    queryFn: () => unwrap(api.GET("/api/items/{itemId}/record", { params: { path: { itemId } } })),
  });
}

function Warnings({ warnings, usedModel }: { warnings: string[]; usedModel: boolean }) {
  if (warnings.length === 0 && !usedModel) return null;
  return (
    <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />} title="Check before you save">
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
        {usedModel && <List.Item>A language model filled in some of the fields.</List.Item>}
      </List>
    </Alert>
  );
}
