import { Button, Group, Popover, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Problem } from "../../../../parts/feedback/Problem";
import { Time } from "../../../../parts/format/Time";
import { cellText } from "../cells/cells";
import { type Editing, Overtaken } from "./useEditing";

/** The cell while it is edited, and below it what becomes of what was typed. */
export function Editor({ editing, onGone }: { editing: Editing; onGone: () => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.select();
    return () => {
      // Gone with the cell: what it had would be nobody's, and the keys lead nowhere.
      if (document.activeElement === document.body) onGone();
    };
  }, [onGone]);
  const { edit, error, isSaving, leave } = editing;
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
            if (event.key === "Escape") leave();
          }}
        />
      </Popover.Target>
      <Popover.Dropdown onKeyDown={(event) => event.key === "Escape" && leave()}>
        {error instanceof Overtaken ? (
          <Overtaking editing={editing} theirs={error} onLeave={leave} />
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
              <Button size="xs" variant="default" onClick={leave}>
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
function Overtaking({
  editing: { edit, insist, isSaving },
  theirs: { theirs },
  onLeave,
}: {
  editing: Editing;
  theirs: Overtaken;
  onLeave: () => void;
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
        <Button size="xs" loading={isSaving} onClick={insist}>
          Use mine
        </Button>
        <Button size="xs" variant="default" onClick={onLeave}>
          Keep theirs
        </Button>
      </Group>
    </Stack>
  );
}
