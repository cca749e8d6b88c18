import { Button, Group, Popover, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Problem } from "../../../../parts/feedback/Problem";
import { Time } from "../../../../parts/format/Time";
import { cellText } from "../cells/cells";
import { CellConflict, type Editing } from "./useEditing";

/** The cell while it is edited, and below it what becomes of what was typed. */
export function Editor({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.select();
    return () => {
      // Gone with the cell: what it had would be nobody's, and the keys lead nowhere.
      if (document.activeElement === document.body) onClose();
    };
  }, [onClose]);
  const { edit, error, isSaving, discard } = editing;
  if (edit === null) return null;
  return (
    <Popover opened withRoles={false} position="bottom-start" withinPortal width={320} shadow="md">
      <Popover.Target>
        <input
          ref={box}
          type="text"
          dir="auto"
          aria-label={`${edit.column.label} of row ${edit.item.row}`}
          value={edit.draft}
          readOnly={isSaving}
          onChange={(event) => editing.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Enter") editing.save();
            if (event.key === "Escape") discard();
          }}
        />
      </Popover.Target>
      <Popover.Dropdown onKeyDown={(event) => event.key === "Escape" && discard()}>
        {error instanceof CellConflict ? (
          <ConflictChoice editing={editing} theirs={error} onDiscard={discard} />
        ) : (
          <Stack gap="xs">
            {error && <Problem error={error} title="The row was not changed" />}
            <Text size="xs" c="dimmed">
              Enter saves, and the row is done again. Esc leaves it as it was. Your draft is kept if you go
              elsewhere.
            </Text>
            <Group gap="xs">
              <Button size="xs" loading={isSaving} onClick={editing.save}>
                Save and do again
              </Button>
              <Button size="xs" variant="default" onClick={discard}>
                Leave it
              </Button>
            </Group>
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Two wrote the same cell: both values, and the choice. */
function ConflictChoice({
  editing: { edit, overwrite, isSaving },
  theirs: { theirs },
  onDiscard,
}: {
  editing: Editing;
  theirs: CellConflict;
  onDiscard: () => void;
}) {
  if (edit === null) return null;
  const now = cellText(edit.column.value(theirs));
  return (
    <Stack gap="xs" role="alert">
      <Text size="sm" fw={600}>
        Changed elsewhere <Time at={theirs.updatedAt} />
      </Text>
      <Text size="sm">
        There now: <b>{now || "nothing"}</b>
      </Text>
      <Text size="sm">
        You typed: <b>{edit.draft || "nothing"}</b>
      </Text>
      <Group gap="xs">
        <Button size="xs" loading={isSaving} onClick={overwrite}>
          Use mine
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Keep theirs
        </Button>
      </Group>
    </Stack>
  );
}
