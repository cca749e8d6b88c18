import { Button, Group, Paper, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { Loading } from "../../parts/feedback/Loading";
import { notify, notifyError } from "../../parts/feedback/notify";
import { Problem } from "../../parts/feedback/Problem";
import { formatCount } from "../../parts/format/numbers";
import { DueTime } from "../../parts/format/Time";
import { StateBadge } from "../../parts/status/StateBadge";
import { Deliveries } from "./Deliveries";
import { EventChoice } from "./EventChoice";
import { NewSecret } from "./NewSecret";
import { DEFAULT_EVENTS, describeHealth, describeSubscription } from "./webhookEvents";

type Webhook = Schemas["WebhookListed"];
type Subscription = Schemas["WebhookWanted"]["events"];
const WEBHOOKS = ["webhooks"];
const LATEST = 20;
const REFRESH_MS = 5_000;
const isCalled = ({ attempts }: Schemas["Delivery"]) => attempts > 0;

export function Webhooks() {
  const webhooks = useQuery({
    queryKey: WEBHOOKS,
    queryFn: () => unwrap(api.GET("/api/webhooks")),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Stack>
      <Text size="sm">
        Garner sends a signed POST request to your URL for each event that you choose, and retries for hours
        if it fails.
      </Text>
      <NewWebhook />
      <Title order={3} size="h5">
        Your webhooks
      </Title>
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
  const [events, setEvents] = useState<string[]>([...DEFAULT_EVENTS]);
  const create = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/webhooks", { body: { url: url.trim(), events: events as Subscription } })),
    onSuccess: () => {
      setUrl("");
      setEvents([...DEFAULT_EVENTS]);
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
      <Stack align="flex-start">
        <TextInput
          label="URL"
          type="url"
          placeholder="https://example.com/garner-webhook"
          required
          w="100%"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <EventChoice label="Events" chosen={events} onChange={setEvents} />
        <Button type="submit" loading={create.isPending} disabled={events.length === 0}>
          Add webhook
        </Button>
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
  const [isEditing, setEditing] = useState(false);
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
      <Text size="sm" c="dimmed">
        {describeSubscription(webhook.events, webhook.filter)}
      </Text>
      {webhook.dropped > 0 && (
        <Text size="sm" c="orange.8">
          {formatCount(webhook.dropped, "event")} not sent because too many were waiting
        </Text>
      )}
      <Group mt="xs" gap="xs">
        <Switch
          label="Enabled"
          aria-label={`Enable ${webhook.url}`}
          checked={webhook.active}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ active: event.currentTarget.checked })}
        />
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send test event
        </Button>
        <Button size="xs" variant="default" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {isEditing ? "Hide events" : "Events"}
        </Button>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide deliveries" : "Deliveries"}
        </Button>
        <Button size="xs" variant="default" onClick={confirmDelete} aria-label={`Delete ${webhook.url}`}>
          Delete
        </Button>
      </Group>
      {isEditing && <EditEvents webhook={webhook} onDone={() => setEditing(false)} />}
      {isOpen && <Deliveries webhookId={webhook.id} isActive={webhook.active} />}
    </Paper>
  );
}

function EditEvents({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const [events, setEvents] = useState<string[]>(webhook.events);
  const { change } = useWebhookActions(webhook);
  const save = () => change.mutate({ events: events as Subscription }, { onSuccess: onDone });
  return (
    <Stack mt="sm" gap="xs" align="flex-start">
      <EventChoice label={`Events for ${webhook.url}`} chosen={events} onChange={setEvents} />
      <Button size="xs" loading={change.isPending} disabled={events.length === 0} onClick={save}>
        Save
      </Button>
    </Stack>
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
    mutationFn: (body: Schemas["WebhookChanged"]) =>
      unwrap(api.PATCH("/api/webhooks/{webhook_id}", { params: { path }, body })),
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
  const health = describeHealth(webhook, useWasCalled(webhook));
  if (health === null) return null;
  if ("label" in health) return <StateBadge {...health} />;
  return (
    <Text size="sm" c="orange.8">
      {health.failures}
      {webhook.rests_until && (
        <>
          ; next attempt <DueTime at={webhook.rests_until} />
        </>
      )}
    </Text>
  );
}

/** Whether one of the latest deliveries was sent; undefined while it is not known. */
function useWasCalled(webhook: Webhook): boolean | undefined {
  const latest = useQuery({
    queryKey: ["deliveries", webhook.id, "latest"],
    queryFn: () =>
      unwrap(
        api.GET("/api/webhooks/{webhook_id}/deliveries", {
          params: { path: { webhook_id: webhook.id }, query: { limit: LATEST } },
        }),
      ),
    enabled: webhook.active && webhook.failures === 0,
    refetchInterval: (query) => (query.state.data?.deliveries.some(isCalled) ? false : REFRESH_MS),
  });
  return latest.data?.deliveries.some(isCalled);
}
