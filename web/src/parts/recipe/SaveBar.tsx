import { Button, Group, Paper, Text } from "@mantine/core";
import { plural } from "../format/numbers";

interface Props {
  /** How many fields were edited. */
  changes: number;
  act: string;
  isSaving: boolean;
  isPossible: boolean;
  onSave: () => void;
  otherAct: string;
  onOther: () => void;
}

/** Stays in sight while one edits something long. */
export function SaveBar({ changes, act, isSaving, isPossible, onSave, otherAct, onOther }: Props) {
  return (
    <Paper withBorder p="sm" style={{ position: "sticky", bottom: 0, zIndex: 5 }}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {changes === 0
            ? "Nothing is edited."
            : `${plural(changes, "field")} edited, kept in this tab until you save.`}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button px="sm" variant="default" onClick={onOther}>
            {otherAct}
          </Button>
          <Button px="sm" onClick={onSave} loading={isSaving} disabled={!isPossible}>
            {act}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
