import { Code, Paper, Stack, Text, Title } from "@mantine/core";

/** Tells users without access why, and how to get it. */
export function AdminRequired({ email }: { email: string }) {
  return (
    <Paper withBorder p="xl">
      <Stack gap="sm" maw={640}>
        <Title order={2} size="h4">
          Admin access required
        </Title>
        <Text>
          You are signed in as {email}, which is not an admin of this server. The setting{" "}
          <Code>GARNER_ADMIN_EMAILS</Code> lists the admins.
        </Text>
        <Text>To get access, ask the operator of this server to add your address and restart it:</Text>
        <Code block>GARNER_ADMIN_EMAILS={email}</Code>
        <Text c="dimmed" size="sm">
          Your own jobs, records and settings do not require admin access. Lanes, workers, proxies, dead
          letters, parsers and controllers do, because all users share them.
        </Text>
      </Stack>
    </Paper>
  );
}
