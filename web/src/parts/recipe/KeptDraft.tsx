import { Alert, Button, Group, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { confirm } from "../feedback/confirm";
import { Time } from "../format/Time";

/** Says that what was typed before is still there. */
export function KeptDraft({ since, onForget }: { since: string; onForget: () => void }) {
  const ask = () =>
    confirm({
      title: "Forget your draft?",
      consequence: "What you typed since is gone for good, and you begin anew.",
      act: "Forget it",
      onConfirm: onForget,
    });
  return (
    <Alert color="blue" role="status" icon={<IconPencil aria-hidden />} title="Your draft is kept">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Your draft of <Time at={since} /> is kept: you go on where you were.
        </Text>
        <Button size="xs" variant="default" onClick={ask}>
          Forget the draft
        </Button>
      </Group>
    </Alert>
  );
}
