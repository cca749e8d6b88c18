import { Alert, Button, Group, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { Columns } from "../columns/useColumns";
import type { CellDraft } from "./cellDrafts";

interface Props {
  drafts: readonly CellDraft[];
  columns: Columns;
  onContinue: (draft: CellDraft) => void;
  onDiscard: (draft: CellDraft) => void;
}

/** Unsaved changes to cells that the user left. */
export function UnsavedCells({ drafts, columns, onContinue, onDiscard }: Props) {
  if (drafts.length === 0) return null;
  return (
    <Alert color="blue" role="status" icon={<IconPencil aria-hidden />} title="Unsaved changes">
      {drafts.map((draft) => (
        <Group key={`${draft.item.id} ${draft.columnId}`} gap="xs" mt={4}>
          <Text size="sm" dir="auto" style={{ overflowWrap: "anywhere" }}>
            Row {draft.item.row}, {findColumnLabel(draft, columns)}: <b>{draft.draft || "empty"}</b>
          </Text>
          <Button size="xs" onClick={() => onContinue(draft)}>
            Continue with row {draft.item.row}
          </Button>
          <Button size="xs" variant="default" onClick={() => onDiscard(draft)}>
            Discard
          </Button>
        </Group>
      ))}
    </Alert>
  );
}

function findColumnLabel({ columnId }: CellDraft, columns: Columns): string {
  return columns.all.find(({ id }) => id === columnId)?.label ?? columnId;
}
