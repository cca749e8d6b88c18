import { Alert, Box, Grid, List, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, api, type Schemas, told } from "../../../api/client";
import { keysByContent } from "../../../api/keys";
import { refresh } from "../../../api/refresh";
import { tell } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import type { Parse } from "../../../parts/parses";
import type { RecipeData } from "../../../parts/recipe/data";
import { asSent, FORM_FIELDS } from "../../../parts/recipe/form";
import { KeptDraft } from "../../../parts/recipe/KeptDraft";
import { RecipeEditor } from "../../../parts/recipe/RecipeEditor";
import { SaveBar } from "../../../parts/recipe/SaveBar";
import { untilItIsBack } from "../../../parts/recipe/saving";
import { useRecipeEditing } from "../../../parts/recipe/useRecipeEditing";
import { useDrop } from "../acts";
import { nameOf } from "../words";
import { PageWords } from "./PageWords";
import { TakenElsewhere } from "./TakenElsewhere";

type NewRecipe = Schemas["NewRecipe"];

export const draftName = (jobId: string) => `parse.${jobId}`;

/** What was found, to be mended and saved, beside what its page says. */
export function ParsedRecipe({ parse, recipe }: { parse: Parse; recipe: RecipeData }) {
  const editing = useRecipeEditing(draftName(parse.id), recipe, null);
  const record = useRecord(parse.id);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [keyOf] = useState(keysByContent);

  const save = useMutation({
    ...untilItIsBack,
    mutationFn: (body: NewRecipe) =>
      told(api.POST("/recipes", { params: { header: { "Idempotency-Key": keyOf(body) } }, body })),
    onSuccess: (saved) => {
      editing.forget();
      refresh(client, { queryKey: ["mailbox"] });
      refresh(client, { queryKey: ["cookbook"] });
      tell(`“${saved.title}” is in your cookbook.`);
      navigate({ to: "/cookbook/$recipeId", params: { recipeId: saved.id } });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) refresh(client, { queryKey: ["mailbox"] });
    },
  });
  const drop = useDrop(() => {
    editing.forget();
    navigate({ to: "/mailbox" });
  });
  /** What is left out is taken from what was found, so that only edits are sent. */
  const saveParse = () =>
    save.mutate({
      ...asSent(editing.form, ["title", ...editing.changed]),
      parse_job_id: parse.id,
    } as NewRecipe);
  const saveAsAnother = () =>
    save.mutate({ ...kept(recipe), ...asSent(editing.form, FORM_FIELDS), url: parse.url } as NewRecipe);
  const isTaken = parse.status !== "COMPLETE";
  const isConflict = save.error instanceof ApiError && save.error.status === 409;

  return (
    <Stack gap="md">
      <Warnings warnings={parse.result?.warnings ?? []} usedModel={parse.result?.used_llm ?? false} />
      {isTaken && (
        <TakenElsewhere
          parse={parse}
          isSaving={save.isPending}
          onSaveAsAnother={saveAsAnother}
          onForget={() => {
            editing.forget();
            refresh(client, { queryKey: ["mailbox"] });
          }}
        />
      )}
      {editing.keptSince && !isTaken && <KeptDraft since={editing.keptSince} onForget={editing.forget} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Box component="section" aria-label="The recipe">
            <RecipeEditor form={editing.form} onChange={editing.change} />
          </Box>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <PageWords
            url={parse.url}
            recipe={recipe}
            sources={record.data?.fields ?? {}}
            began={editing.began}
            form={editing.form}
            onPutBack={(field) => editing.change({ [field]: editing.began[field] })}
          />
        </Grid.Col>
      </Grid>
      {save.isError && !(isConflict && isTaken) && <Problem error={save.error} title="It was not saved" />}
      {save.isPending && save.failureReason && (
        <Problem error={save.failureReason} title="It is not saved yet" />
      )}
      {!isTaken && (
        <SaveBar
          changes={editing.changed.length}
          act="Save to the cookbook"
          isSaving={save.isPending}
          isPossible={editing.form.title.trim() !== ""}
          onSave={saveParse}
          otherAct="Drop"
          onOther={() => drop.ask(parse.id, nameOf(parse), parse.url === null)}
        />
      )}
    </Stack>
  );
}

/** What the form does not show and the page said. */
function kept({ nutrition, language }: RecipeData): RecipeData {
  return { nutrition, language };
}

function useRecord(itemId: string) {
  return useQuery({
    queryKey: ["record", itemId],
    queryFn: () => told(api.GET("/api/items/{itemId}/record", { params: { path: { itemId } } })),
  });
}

function Warnings({ warnings, usedModel }: { warnings: string[]; usedModel: boolean }) {
  if (warnings.length === 0 && !usedModel) return null;
  return (
    <Alert
      color="yellow"
      role="note"
      icon={<IconAlertTriangle aria-hidden />}
      title="Check this before you save it"
    >
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
        {usedModel && <List.Item>A language model was asked for part of it.</List.Item>}
      </List>
    </Alert>
  );
}
