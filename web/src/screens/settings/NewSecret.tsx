import { Alert, Button, Code, CopyButton, Group, Text } from "@mantine/core";

/** A secret that the server shows once and does not store. */
export function NewSecret({ what, secret, onDone }: { what: string; secret: string; onDone: () => void }) {
  return (
    <Alert color="sheaf" role="status" title={`${what}: copy it now`}>
      <Text size="sm" mb="xs">
        It will not be shown again.
      </Text>
      <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {secret}
      </Code>
      <Group mt="xs" gap="xs">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
        <Button size="xs" variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Alert>
  );
}
