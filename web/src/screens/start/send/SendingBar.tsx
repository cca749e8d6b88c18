import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { formatPercent } from "../../../parts/format/numbers";
import { type Sending, stopSending } from "./sending";

/** The upload progress, the reason for a wait, and a button to cancel. */
export function SendingBar({ sending: { what, share, wait } }: { sending: Sending }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
          {wait ??
            (share < 1 ? `Uploading, ${formatPercent(share)}. ${what}` : `Uploaded. Reading rows… ${what}`)}
        </Text>
        <Button size="xs" variant="default" onClick={stopSending} style={{ flexShrink: 0 }}>
          Cancel
        </Button>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section value={share * 100} animated={wait === null} aria-label="Uploaded" />
      </Progress.Root>
    </Stack>
  );
}
