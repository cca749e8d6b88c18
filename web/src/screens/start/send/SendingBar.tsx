import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { percent } from "../../../parts/format/numbers";
import { type Sending, stopSending } from "./sending";

/** How much has arrived, what it waits for, and a way to stop. */
export function SendingBar({ sending: { what, share, wait } }: { sending: Sending }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
          {wait ??
            (share < 1
              ? `On its way, ${percent(share)}. ${what}`
              : `It has arrived, and is being looked at. ${what}`)}
        </Text>
        <Button size="xs" variant="default" onClick={stopSending} style={{ flexShrink: 0 }}>
          Cancel
        </Button>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section value={share * 100} animated={wait === null} aria-label="Sent" />
      </Progress.Root>
    </Stack>
  );
}
