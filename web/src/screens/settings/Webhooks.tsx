import { Badge, Button, Group, Paper, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { Loading } from "../../parts/feedback/Loading";
import { notify, notifyError } from "../../parts/feedback/notify";
import { Problem } from "../../parts/feedback/Problem";
import { formatCount } from "../../parts/format/numbers";
import { Time } from "../../parts/format/Time";
import { Deliveries } from "./Deliveries";
import { NewSecret } from "./NewSecret";

type Webhook = Schemas["WebhookListed"];
const WEBHOOKS = ["webhooks"];

export function Webhooks() {
  const webhooks = useQuery({ queryKey: WEBHOOKS, queryFn: () => unwrap(api.GET("/api/webhooks")) });
  return (
    <Stack>
      <Text size="sm">
        Garner sends a signed POST request to your URL when a parse in your mailbox ends, and retries for
        hours if it fails.
      </Text>
      <NewWebhook />
      {webhooks.isPending && <Loading rows={2} label="Loading your webhooks" />}
      {webhooks.isError && <Problem error={webhooks.error} onRetry={() => webhooks.refetch()} />}
      {webhooks.data?.webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
      {webhooks.data?.webhooks.length === 0 && (
        <Text size="sm" c="dimmed">
          No webhooks yet.
        </Text>
      )}
    </Stack>
  );
}

function NewWebhook() {
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const create = useMutation({
    mutationFn: () => unwrap(api.POST("/api/webhooks", { body: { url: url.trim() } })),
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
          label="URL"
          type="url"
          placeholder="https://example.com/garner-webhook"
          required
          flex="1 1 260px"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending}>
          Add webhook
        </Button>
      </Group>
      <Stack mt="xs">
        {create.isError && <Problem error={create.error} title="Could not add the webhook" />}
        {create.data && (
          <NewSecret what="Signing secret" secret={create.data.secret} onDone={() => create.reset()} />
        )}
      </Stack>
    </form>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const [isOpen, setOpen] = useState(false);
  const { test, change, remove } = useWebhookActions(webhook);
  const confirmDelete = () =>
    confirm({
      title: "Delete this webhook?",
      consequence: `${webhook.url} receives no more events, and its deliveries are deleted. This cannot be undone.`,
      confirmLabel: "Delete",
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
          label="Enabled"
          aria-label={`Enable ${webhook.url}`}
          checked={webhook.active}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send test event
        </Button>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide deliveries" : "Deliveries"}
        </Button>
        <Button size="xs" variant="default" onClick={confirmDelete} aria-label={`Delete ${webhook.url}`}>
          Delete
        </Button>
      </Group>
      {isOpen && <Deliveries webhookId={webhook.id} />}
    </Paper>
  );
}

function useWebhookActions(webhook: Webhook) {
  const queries = useQueryClient();
  const refreshList = () => refresh(queries, { queryKey: WEBHOOKS });
  const path = { webhook_id: webhook.id };
  const test = useMutation({
    mutationFn: () => unwrap(api.POST("/api/webhooks/{webhook_id}/test", { params: { path } })),
    onSuccess: () => {
      notify("Test event sent. See Deliveries for the result.");
      refresh(queries, { queryKey: ["deliveries", webhook.id] });
    },
    onError: (error) => notifyError(error, "Could not send the test event"),
  });
  const change = useMutation({
    mutationFn: (active: boolean) =>
      unwrap(api.PATCH("/api/webhooks/{webhook_id}", { params: { path }, body: { active } })),
    onSuccess: refreshList,
    onError: (error) => notifyError(error, "Could not change the webhook"),
  });
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/webhooks/{webhook_id}", { params: { path } })),
    onSuccess: refreshList,
    onError: (error) => notifyError(error, "Could not delete the webhook"),
  });
  return { test, change, remove };
}

function Health({ webhook }: { webhook: Webhook }) {
  if (!webhook.active) return <Badge color="gray">Disabled</Badge>;
  if (webhook.failures === 0) return <Badge color="sheaf">Healthy</Badge>;
  return (
    <Text size="sm" c="orange.8">
      {formatCount(webhook.failures, "delivery", "deliveries")} failed in a row
      {webhook.rests_until && (
        <>
          ; next attempt <Time at={webhook.rests_until} />
        </>
      )}
    </Text>
  );
}
