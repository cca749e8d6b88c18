import { Code, Paper, Stack, Text, Title } from "@mantine/core";

/** For whoever may not see the engine: why, and how that changes. */
export function NoOperator({ email }: { email: string }) {
  return (
    <Paper withBorder p="xl">
      <Stack gap="sm" maw={640}>
        <Title order={2} size="h4">
          The engine is for admins
        </Title>
        <Text>
          You are signed in as {email}, who is no admin here. Admins are those whose addresses the server was
          given in its setting <Code>GARNER_ADMIN_EMAILS</Code>.
        </Text>
        <Text>
          To become one, ask whoever runs this server to add your address to it and to start the server again:
        </Text>
        <Code block>GARNER_ADMIN_EMAILS={email}</Code>
        <Text c="dimmed" size="sm">
          Your own jobs, records and settings need no admin; only lanes, workers, proxies, dead letters,
          parsers and controllers, which all people share, do.
        </Text>
      </Stack>
    </Paper>
  );
}
