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

/** What was typed into cells and not saved before somebody went elsewhere. */
export function UnsavedCells({ drafts, columns, onContinue, onDiscard }: Props) {
  if (drafts.length === 0) return null;
  return (
    <Alert color="blue" role="status" icon={<IconPencil aria-hidden />} title="Your draft is kept">
      {drafts.map((draft) => (
        <Group key={`${draft.item.id} ${draft.columnId}`} gap="xs" mt={4}>
          <Text size="sm" dir="auto" style={{ overflowWrap: "anywhere" }}>
            Row {draft.item.row}, {labelOf(draft, columns)}: <b>{draft.draft || "nothing"}</b>
          </Text>
          <Button size="xs" onClick={() => onContinue(draft)}>
            Go on with row {draft.item.row}
          </Button>
          <Button size="xs" variant="default" onClick={() => onDiscard(draft)}>
            Forget the draft
          </Button>
        </Group>
      ))}
    </Alert>
  );
}

function labelOf({ columnId }: CellDraft, columns: Columns): string {
  return columns.all.find(({ id }) => id === columnId)?.label ?? columnId;
}
