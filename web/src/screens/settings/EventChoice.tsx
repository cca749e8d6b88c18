import { Checkbox, Stack } from "@mantine/core";
import { useSession } from "../../api/session";
import { describeEvent, listEvents } from "./webhookEvents";

interface Props {
  label: string;
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** Checkboxes for the events that a webhook is called for. */
export function EventChoice({ label, chosen, onChange }: Props) {
  const isAdmin = useSession()?.user.is_admin ?? false;
  return (
    <Checkbox.Group
      label={label}
      value={chosen}
      onChange={onChange}
      error={chosen.length === 0 && "Choose at least one event"}
    >
      <Stack gap="xs" mt="xs">
        {listEvents(isAdmin, chosen).map((event) => (
          <Checkbox key={event} value={event} label={describeEvent(event)} size="sm" />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
