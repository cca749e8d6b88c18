import { Button, Group, Popover, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Problem } from "../../../../parts/feedback/Problem";
import { Time } from "../../../../parts/format/Time";
import { formatCell } from "../cells/cells";
import { CellConflict, type Editing } from "./useEditing";

/** The input for a cell, with the actions and errors below it. */
export function Editor({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.select();
    return () => {
      // The cell disappeared with the focus, so the keyboard would have no effect.
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
            {error && <Problem error={error} title="Could not save the row" />}
            <Text size="xs" c="dimmed">
              Press Enter to save and retry the row, or Esc to discard your change. Your draft is kept if you
              leave this page.
            </Text>
            <Group gap="xs">
              <Button size="xs" loading={isSaving} onClick={editing.save}>
                Save and retry
              </Button>
              <Button size="xs" variant="default" onClick={discard}>
                Discard
              </Button>
            </Group>
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The cell was changed elsewhere: shows both values to choose from. */
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
  const now = formatCell(edit.column.value(theirs));
  return (
    <Stack gap="xs" role="alert">
      <Text size="sm" fw={600}>
        Changed elsewhere <Time at={theirs.updatedAt} />
      </Text>
      <Text size="sm">
        Current value: <b>{now || "empty"}</b>
      </Text>
      <Text size="sm">
        Your value: <b>{edit.draft || "empty"}</b>
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
