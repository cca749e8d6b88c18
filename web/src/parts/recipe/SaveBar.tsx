import { Button, Group, Paper, Text } from "@mantine/core";
import { formatCount } from "../format/numbers";

interface Props {
  /** The number of edited fields. */
  changes: number;
  saveLabel: string;
  isSaving: boolean;
  isEnabled: boolean;
  onSave: () => void;
  secondaryLabel: string;
  onSecondary: () => void;
}

/** The Save button, which stays visible while the user scrolls. */
export function SaveBar({
  changes,
  saveLabel,
  isSaving,
  isEnabled,
  onSave,
  secondaryLabel,
  onSecondary,
}: Props) {
  return (
    <Paper withBorder p="sm" style={{ position: "sticky", bottom: 0, zIndex: 5 }}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {changes === 0
            ? "No changes."
            : `${formatCount(changes, "field")} edited. Your edits are kept in this tab until you save.`}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button px="sm" variant="default" onClick={onSecondary}>
            {secondaryLabel}
          </Button>
          <Button px="sm" onClick={onSave} loading={isSaving} disabled={!isEnabled}>
            {saveLabel}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
