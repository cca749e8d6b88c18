import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { notify, notifyError } from "../../parts/feedback/notify";
import { Time } from "../../parts/format/Time";
import { RecordCard } from "../../parts/record/RecordCard";
import { createIfMatchHeader, type SavedRecipe } from "./queries";
import { RefetchButton } from "./RefetchButton";
import { SiteChanges } from "./site-changes/SiteChanges";

export function SavedRecipeView({ recipe, onEdit }: { recipe: SavedRecipe; onEdit: () => void }) {
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          Saved <Time at={recipe.created_at} everySeconds={30} />, updated{" "}
          <Time at={recipe.updated_at} everySeconds={30} />
        </Text>
        <Group gap="xs">
          <Button onClick={onEdit} leftSection={<IconPencil size={16} aria-hidden />}>
            Edit
          </Button>
          {recipe.url && <RefetchButton recipe={recipe} />}
          <DeleteButton recipe={recipe} />
        </Group>
      </Group>
      {recipe.site_changes.length > 0 && (
        // The key resets the choices when the page or the recipe has changed again.
        <SiteChanges key={`${recipe.revision}-${recipe.site_version}`} recipe={recipe} />
      )}
      <RecordCard kind="recipe" record={{ ...recipe }} />
      {recipe.notes && (
        <Paper withBorder p="md" component="section" aria-label="Your notes">
          <Title order={3} size="h4" mb="xs">
            Your notes
          </Title>
          <Text style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{recipe.notes}</Text>
        </Paper>
      )}
      {recipe.tags.length > 0 && (
        <Group gap={4}>
          {recipe.tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none">
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </Stack>
  );
}

function DeleteButton({ recipe }: { recipe: SavedRecipe }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/recipes/{recipe_id}", {
          params: { path: { recipe_id: recipe.id }, header: createIfMatchHeader(recipe.revision) },
        }),
      ),
    onSuccess: async () => {
      notify(`“${recipe.title}” is deleted.`);
      await navigate({ to: "/cookbook" });
      client.removeQueries({ queryKey: ["cookbook", "recipe", recipe.id] });
      refresh(client, { queryKey: ["cookbook", "list"] });
    },
    onError: (error) => {
      notifyError(error, "Could not delete the recipe");
      refresh(client, { queryKey: ["cookbook", "recipe", recipe.id] });
    },
  });
  const ask = () =>
    confirm({
      title: `Delete “${recipe.title}”?`,
      consequence:
        "The recipe, your notes and your edits are permanently deleted. You can send its page to the mailbox again.",
      confirmLabel: "Delete recipe",
      onConfirm: () => remove.mutate(),
    });
  return (
    <Button
      variant="default"
      onClick={ask}
      loading={remove.isPending}
      leftSection={<IconTrash size={16} aria-hidden />}
    >
      Delete
    </Button>
  );
}
