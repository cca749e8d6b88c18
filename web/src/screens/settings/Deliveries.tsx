import { Button, Group, Stack, Switch, Table, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { Loading } from "../../parts/feedback/Loading";
import { notifyError } from "../../parts/feedback/notify";
import { Problem } from "../../parts/feedback/Problem";
import { formatNumber } from "../../parts/format/numbers";
import { DueTime, Time } from "../../parts/format/Time";
import { describeEvent } from "./webhookEvents";

type Delivery = Schemas["Delivery"];

const STATES: Record<Delivery["state"], string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  given_up: "Failed",
};
const REFRESH_MS = 5_000;

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhookId, isActive }: { webhookId: number; isActive: boolean }) {
  const [undelivered, setUndelivered] = useState(false);
  const pages = useInfiniteQuery({
    queryKey: ["deliveries", webhookId, undelivered],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/webhooks/{webhook_id}/deliveries", {
          params: { path: { webhook_id: webhookId }, query: { undelivered, after: pageParam } },
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: REFRESH_MS,
  });
  if (pages.isPending) return <Loading rows={2} label="Loading deliveries" />;
  if (pages.isError) return <Problem error={pages.error} onRetry={() => pages.refetch()} />;
  const deliveries = pages.data.pages.flatMap((page) => page.deliveries);
  return (
    <Stack mt="sm" gap="xs">
      <Switch
        label="Undelivered only"
        checked={undelivered}
        onChange={(event) => setUndelivered(event.currentTarget.checked)}
      />
      {deliveries.length === 0 ? (
        <Text size="sm" c="dimmed">
          No deliveries.
        </Text>
      ) : (
        <DeliveryTable webhookId={webhookId} isActive={isActive} deliveries={deliveries} />
      )}
      {pages.hasNextPage && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => pages.fetchNextPage()}
          >
            Show older deliveries
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface TableProps {
  webhookId: number;
  isActive: boolean;
  deliveries: Delivery[];
}

function DeliveryTable({ webhookId, isActive, deliveries }: TableProps) {
  const queries = useQueryClient();
  const redeliver = useMutation({
    mutationFn: (deliveryId: number) =>
      unwrap(
        api.POST("/api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", {
          params: { path: { webhook_id: webhookId, delivery_id: deliveryId } },
        }),
      ),
    onSuccess: () => refresh(queries, { queryKey: ["deliveries", webhookId] }),
    onError: (error) => notifyError(error, "Could not redeliver"),
  });
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th>Event</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Attempts</Table.Th>
            <Table.Th>Next attempt</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td>
                <Time at={delivery.created_at} />
              </Table.Td>
              <Table.Td>
                {describeEvent(delivery.event)}
                <Text size="xs" c="dimmed">
                  {delivery.event}
                </Text>
              </Table.Td>
              <Table.Td>
                {STATES[delivery.state]}
                {delivery.last_error && (
                  <Text size="xs" c="dimmed">
                    {delivery.last_error}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{formatNumber(delivery.attempts)}</Table.Td>
              <Table.Td>
                <NextAttempt delivery={delivery} isActive={isActive} />
              </Table.Td>
              <Table.Td>
                <Button size="compact-xs" variant="default" onClick={() => redeliver.mutate(delivery.id)}>
                  Redeliver
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function NextAttempt({ delivery, isActive }: { delivery: Delivery; isActive: boolean }) {
  if (delivery.state !== "waiting") return "–";
  if (!isActive) return "when enabled";
  return delivery.next_try_at === null ? "now" : <DueTime at={delivery.next_try_at} />;
}
