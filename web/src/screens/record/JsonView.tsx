import { Button, Code, CopyButton, Group, Stack } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { Data } from "../../parts/record/types";

/** The record as the API returns it. */
export function JsonView({ record }: { record: Data }) {
  const text = JSON.stringify(record, null, 2);
  return (
    <Stack gap="xs">
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            >
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block tabIndex={0} role="region" aria-label="Record as JSON" style={{ maxHeight: "70vh" }}>
        {text}
      </Code>
    </Stack>
  );
}
