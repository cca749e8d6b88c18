import { Button, Group, NumberInput, Stack, Table, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { Loading } from "../../parts/feedback/Loading";
import { notifyError } from "../../parts/feedback/notify";
import { Problem } from "../../parts/feedback/Problem";
import { Time } from "../../parts/format/Time";
import { NewSecret } from "./NewSecret";

type Token = Schemas["TokenListed"];
const TOKENS = ["tokens"];

export function ApiTokens() {
  const tokens = useQuery({ queryKey: TOKENS, queryFn: () => unwrap(api.GET("/api/tokens")) });
  return (
    <Stack>
      <Text size="sm">
        Scripts send a token as <code>Authorization: Bearer TOKEN</code> and act on your behalf until you
        revoke it.
      </Text>
      <NewToken />
      {tokens.isPending && <Loading rows={2} label="Loading your tokens" />}
      {tokens.isError && <Problem error={tokens.error} onRetry={() => tokens.refetch()} />}
      {tokens.data && tokens.data.tokens.length > 0 && <TokenTable tokens={tokens.data.tokens} />}
      {tokens.data?.tokens.length === 0 && (
        <Text size="sm" c="dimmed">
          No tokens yet.
        </Text>
      )}
    </Stack>
  );
}

function NewToken() {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [days, setDays] = useState<number | string>("");
  const create = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/tokens", {
          body: { name, expires_in_days: typeof days === "number" ? days : null },
        }),
      ),
    onSuccess: () => {
      setName("");
      refresh(queries, { queryKey: TOKENS });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name"
          placeholder="nightly import"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberInput
          label="Expires after (days)"
          placeholder="never"
          min={1}
          max={3650}
          allowDecimal={false}
          w={140}
          value={days}
          onChange={setDays}
        />
        <Button type="submit" loading={create.isPending}>
          Create token
        </Button>
      </Group>
      <Stack mt="xs">
        {create.isError && <Problem error={create.error} title="Could not create the token" />}
        {create.data && (
          <NewSecret what={create.data.name} secret={create.data.token} onDone={() => create.reset()} />
        )}
      </Stack>
    </form>
  );
}

function TokenTable({ tokens }: { tokens: Token[] }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (token: Token) =>
      unwrap(api.DELETE("/api/tokens/{token_id}", { params: { path: { token_id: token.id } } })),
    onSuccess: () => refresh(queries, { queryKey: TOKENS }),
    onError: (error) => notifyError(error, "Could not revoke the token"),
  });
  const ask = (token: Token) =>
    confirm({
      title: `Revoke “${token.name}”?`,
      consequence: "Scripts that use this token stop working. This cannot be undone.",
      confirmLabel: "Revoke",
      onConfirm: () => revoke.mutate(token),
    });
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Ends with</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td>{token.name}</Table.Td>
              <Table.Td>
                <code>…{token.hint}</code>
              </Table.Td>
              <Table.Td>
                <Time at={token.created_at} />
              </Table.Td>
              <Table.Td>{token.last_used_at ? <Time at={token.last_used_at} /> : "Never"}</Table.Td>
              <Table.Td>{token.expires_at ? <Time at={token.expires_at} /> : "Never"}</Table.Td>
              <Table.Td>
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => ask(token)}
                  aria-label={`Revoke ${token.name}`}
                >
                  Revoke
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
