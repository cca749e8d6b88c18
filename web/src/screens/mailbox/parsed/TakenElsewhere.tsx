import { Alert, Button, Group, Text } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import { ButtonLink } from "../../../parts/links/links";
import type { Parse } from "../../../parts/parses";

interface Props {
  parse: Parse;
  isSaving: boolean;
  onSaveAsAnother: () => void;
  onForget: () => void;
}

/** Somebody edits what another tab has saved or dropped meanwhile. */
export function TakenElsewhere({ parse, isSaving, onSaveAsAnother, onForget }: Props) {
  const isSaved = parse.status === "COMMITTED";
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconArrowsSplit2 aria-hidden />}
      title={isSaved ? "It was saved already, from another tab or device" : "It was dropped meanwhile"}
    >
      <Text size="sm">
        {isSaved
          ? "A parse is saved once. What you wrote here is kept: look at the saved recipe, or save yours as another one."
          : "What you wrote here is kept, and can still be saved as a recipe of its own."}
      </Text>
      <Group mt="sm" gap="xs">
        {parse.saved_recipe_id && (
          <ButtonLink to="/cookbook/$recipeId" params={{ recipeId: parse.saved_recipe_id }} size="xs">
            Open the saved recipe
          </ButtonLink>
        )}
        <Button size="xs" variant="default" loading={isSaving} onClick={onSaveAsAnother}>
          Save mine as another recipe
        </Button>
        <Button size="xs" variant="default" onClick={onForget}>
          Forget what I wrote
        </Button>
      </Group>
    </Alert>
  );
}
