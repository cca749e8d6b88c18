import { Alert, Button, Group, Text } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import { ButtonLink } from "../../../parts/links/links";
import type { Parse } from "../../../parts/parses";

interface Props {
  parse: Parse;
  isSaving: boolean;
  onSaveAsAnother: () => void;
  onDiscard: () => void;
}

/** Tells the user that another tab saved or discarded the parse that they are editing. */
export function SavedElsewhere({ parse, isSaving, onSaveAsAnother, onDiscard }: Props) {
  const isSaved = parse.status === "COMMITTED";
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconArrowsSplit2 aria-hidden />}
      title={
        isSaved
          ? "Already saved in another tab or on another device"
          : "This recipe was discarded in the meantime"
      }
    >
      <Text size="sm">
        {isSaved
          ? "Your edits are kept. Open the saved recipe, or save your version as a new recipe."
          : "Your edits are kept. You can still save them as a new recipe."}
      </Text>
      <Group mt="sm" gap="xs">
        {parse.saved_recipe_id && (
          <ButtonLink to="/cookbook/$recipeId" params={{ recipeId: parse.saved_recipe_id }} size="xs">
            Open saved recipe
          </ButtonLink>
        )}
        <Button size="xs" variant="default" loading={isSaving} onClick={onSaveAsAnother}>
          Save as new recipe
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard my edits
        </Button>
      </Group>
    </Alert>
  );
}
