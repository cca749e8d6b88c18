import { Alert, Button, Group, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { confirm } from "../feedback/confirm";
import { Time } from "../format/Time";

/** Tells the user that their unsaved edits are restored. */
export function DraftNotice({ since, onDiscard }: { since: string; onDiscard: () => void }) {
  const ask = () =>
    confirm({
      title: "Discard your draft?",
      consequence: "Your unsaved edits are permanently lost.",
      confirmLabel: "Discard",
      onConfirm: onDiscard,
    });
  return (
    <Alert color="blue" role="status" icon={<IconPencil aria-hidden />} title="Draft restored">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Your unsaved edits from <Time at={since} /> are restored.
        </Text>
        <Button size="xs" variant="default" onClick={ask}>
          Discard draft
        </Button>
      </Group>
    </Alert>
  );
}
