import { Badge, Button, Group, Paper, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, told } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { Loading } from "../../parts/feedback/Loading";
import { tell, tellProblem } from "../../parts/feedback/notify";
import { Problem } from "../../parts/feedback/Problem";
import { Time } from "../../parts/format/Time";
import { Deliveries } from "./Deliveries";
import { ShownOnce } from "./ShownOnce";

type Webhook = Schemas["WebhookListed"];
const WEBHOOKS = ["webhooks"];

export function Webhooks() {
  const webhooks = useQuery({ queryKey: WEBHOOKS, queryFn: () => told(api.GET("/api/webhooks")) });
  return (
    <Stack>
      <Text size="sm">
        An address of yours that is called when a parse in your mailbox ends. Every call is signed, and tried
        again for hours if it fails.
      </Text>
      <NewWebhook />
      {webhooks.isPending && <Loading rows={2} label="Loading your webhooks" />}
      {webhooks.isError && <Problem error={webhooks.error} onRetry={() => webhooks.refetch()} />}
      {webhooks.data?.webhooks.map((webhook) => (
        <OneWebhook key={webhook.id} webhook={webhook} />
      ))}
      {webhooks.data?.webhooks.length === 0 && (
        <Text size="sm" c="dimmed">
          You have none yet.
        </Text>
      )}
    </Stack>
  );
}

function NewWebhook() {
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const create = useMutation({
    mutationFn: () => told(api.POST("/api/webhooks", { body: { url: url.trim() } })),
    onSuccess: () => {
      setUrl("");
      refresh(queries, { queryKey: WEBHOOKS });
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
          label="Address"
          type="url"
          placeholder="https://example.com/garner-calls"
          required
          flex="1 1 260px"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending}>
          Add a webhook
        </Button>
      </Group>
      <Stack mt="xs">
        {create.isError && <Problem error={create.error} title="The webhook was not added" />}
        {create.data && (
          <ShownOnce
            what="The secret that signs its calls"
            secret={create.data.secret}
            onDone={() => create.reset()}
          />
        )}
      </Stack>
    </form>
  );
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const [isOpen, setOpen] = useState(false);
  const { test, change, remove } = useActs(webhook);
  const askRemove = () =>
    confirm({
      title: "Remove this webhook?",
      consequence: `${webhook.url} is not called any more, and what it was told is forgotten. This cannot be undone.`,
      act: "Remove it",
      onConfirm: () => remove.mutate(),
    });
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <Text style={{ overflowWrap: "anywhere" }}>{webhook.url}</Text>
        <Health webhook={webhook} />
      </Group>
      <Group mt="xs" gap="xs">
        <Switch
          label="Called"
          aria-label={`${webhook.url} is called`}
          checked={webhook.active}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Try it out
        </Button>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide what it was told" : "What it was told"}
        </Button>
        <Button size="xs" variant="default" onClick={askRemove} aria-label={`Remove ${webhook.url}`}>
          Remove
        </Button>
      </Group>
      {isOpen && <Deliveries webhookId={webhook.id} />}
    </Paper>
  );
}

function useActs(webhook: Webhook) {
  const queries = useQueryClient();
  const refreshList = () => refresh(queries, { queryKey: WEBHOOKS });
  const path = { webhook_id: webhook.id };
  const test = useMutation({
    mutationFn: () => told(api.POST("/api/webhooks/{webhook_id}/test", { params: { path } })),
    onSuccess: () => {
      tell("A ping is on its way; what came of it is under “What it was told”.");
      refresh(queries, { queryKey: ["deliveries", webhook.id] });
    },
    onError: (error) => tellProblem(error, "It could not be tried out"),
  });
  const change = useMutation({
    mutationFn: (active: boolean) =>
      told(api.PATCH("/api/webhooks/{webhook_id}", { params: { path }, body: { active } })),
    onSuccess: refreshList,
    onError: (error) => tellProblem(error, "It could not be switched"),
  });
  const remove = useMutation({
    mutationFn: () => told(api.DELETE("/api/webhooks/{webhook_id}", { params: { path } })),
    onSuccess: refreshList,
    onError: (error) => tellProblem(error, "It was not removed"),
  });
  return { test, change, remove };
}

function Health({ webhook }: { webhook: Webhook }) {
  if (!webhook.active) return <Badge color="gray">Off</Badge>;
  if (webhook.failures === 0) return <Badge color="sheaf">Well</Badge>;
  return (
    <Text size="sm" c="orange.8">
      {webhook.failures} calls failed in a row
      {webhook.rests_until && (
        <>
          ; next <Time at={webhook.rests_until} />
        </>
      )}
    </Text>
  );
}
