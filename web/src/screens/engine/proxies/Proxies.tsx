import { Button, Group, Modal, Switch, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { notify, notifyError } from "../../../parts/feedback/notify";
import { formatCount, formatNumber, formatPercent } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { StateBadge } from "../../../parts/status/StateBadge";
import { QueryResult, ShowMore } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { type ProxyServer, useProxies, useRefreshEngine } from "../queries";
import { ProxyCosts } from "./ProxyCosts";
import { ProxyForm } from "./ProxyForm";
import { formatAddress, formatMoney, getProxyState } from "./proxy";

const COLUMNS = [
  "Proxy",
  "State",
  "Success rate",
  "Average time",
  "Last used",
  "Suspended for",
  "Price per GB",
  "Enabled",
  "Delete",
];

/** The proxies through which pages are fetched. */
export default function Proxies() {
  const proxiesQuery = useProxies();
  const [isAdding, { open, close }] = useDisclosure();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      Add proxy
    </Button>
  );
  return (
    <>
      <QueryResult query={proxiesQuery} rows={4} label="Loading the proxies">
        {({ pages }) => {
          const proxies = pages.flatMap((page) => page.proxies);
          return proxies.length === 0 ? (
            <EmptyState title="No proxies" action={add}>
              Pages are fetched directly, from this machine's address. Once you add a proxy, all requests go
              through proxies: pages, redirects, robots.txt and the browser.
            </EmptyState>
          ) : (
            <>
              <Group justify="space-between" mb="sm">
                <Text size="sm" c="dimmed">
                  All requests go through these proxies.
                </Text>
                {add}
              </Group>
              <WideTable label="Proxies" columns={COLUMNS} minWidth={940}>
                {proxies.map((proxy) => (
                  <ProxyRow key={proxy.id} proxy={proxy} isLast={proxies.length === 1} />
                ))}
              </WideTable>
              <ShowMore query={proxiesQuery} />
              <ProxyCosts />
            </>
          );
        }}
      </QueryResult>
      <Modal opened={isAdding} onClose={close} title="Add proxy">
        <ProxyForm onDone={close} />
      </Modal>
    </>
  );
}

function ProxyRow({ proxy, isLast }: { proxy: ProxyServer; isLast: boolean }) {
  const address = formatAddress(proxy);
  const refreshEngine = useRefreshEngine();
  const path = { proxyId: proxy.id };
  const setActive = useMutation({
    mutationFn: (isActive: boolean) =>
      unwrap(api.PATCH("/api/admin/proxies/{proxyId}", { params: { path }, body: { isActive } })),
    onError: (error) => notifyError(error, "Could not change the proxy"),
    onSettled: refreshEngine,
  });
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/admin/proxies/{proxyId}", { params: { path } })),
    onSuccess: () => notify(`${address} is deleted.`),
    onError: (error) => notifyError(error, "Could not delete the proxy"),
    onSettled: refreshEngine,
  });
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {address}
        {proxy.hasPassword && (
          <Text size="xs" c="dimmed">
            with password
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <StateBadge {...getProxyState(proxy)} />
        {proxy.retryAt && (
          <Text size="xs" c="dimmed">
            next retry <Time at={proxy.retryAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <SuccessRate proxy={proxy} />
      </Table.Td>
      <Table.Td>
        {proxy.avgResponseTimeMs === null ? "–" : `${formatNumber(proxy.avgResponseTimeMs)} ms`}
      </Table.Td>
      <Table.Td>{proxy.lastUsedAt ? <Time at={proxy.lastUsedAt} /> : "never"}</Table.Td>
      <Table.Td>{proxy.shutOutOf === 0 ? "–" : formatCount(proxy.shutOutOf, "site")}</Table.Td>
      <Table.Td>{proxy.pricePerGb === null ? "–" : formatMoney(proxy.pricePerGb)}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={`Enable ${address}`}
          checked={setActive.isPending ? setActive.variables : proxy.isActive}
          disabled={setActive.isPending}
          onChange={(event) => setActive.mutate(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Delete ${address}`}
          loading={remove.isPending}
          onClick={() =>
            confirm({
              title: `Delete ${address}?`,
              consequence: isLast
                ? "This is the last proxy. Without it, pages are fetched directly, from this machine's address. Its password and statistics are deleted."
                : "Its password and statistics are deleted. To use it later, add it again.",
              confirmLabel: "Delete proxy",
              onConfirm: () => remove.mutate(),
            })
          }
        >
          Delete
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function SuccessRate({ proxy: { successRate, successCount, failureCount } }: { proxy: ProxyServer }) {
  if (successCount + failureCount === 0) return <>not used yet</>;
  return (
    <>
      {/* The rate is null until the first request after the proxy was enabled. */}
      {successRate === null ? "not known yet" : formatPercent(successRate)}
      <Text size="xs" c="dimmed">
        {formatNumber(successCount)} succeeded in total
        {failureCount > 0 && `, the last ${formatNumber(failureCount)} failed`}
      </Text>
    </>
  );
}
