import { Button, Group, Modal, Switch, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { api, told } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { tell, tellProblem } from "../../../parts/feedback/notify";
import { number, percent, plural } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { Asked, More } from "../parts/Asked";
import { Sign } from "../parts/Sign";
import { WideTable } from "../parts/WideTable";
import { useEngineAnew, useProxies, type WayOut } from "../queries";
import { ProxyForm } from "./ProxyForm";
import { addressOf, stateOf } from "./proxy";

const COLUMNS = ["Proxy", "State", "Success", "Average", "Last used", "Rests from", "In use", "Remove"];

/** The ways out that pages are fetched through. */
export default function Proxies() {
  const found = useProxies();
  const [isAdding, { open, close }] = useDisclosure();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      Add a proxy
    </Button>
  );
  return (
    <>
      <Asked of={found} rows={4} label="Asking for the proxies">
        {({ pages }) => {
          const proxies = pages.flatMap((page) => page.proxies);
          return proxies.length === 0 ? (
            <EmptyState title="There is no proxy" action={add}>
              Pages are fetched directly, from this machine's own address. As soon as there is one proxy,
              nothing goes past it: pages, redirects, robots.txt and the browser alike.
            </EmptyState>
          ) : (
            <>
              <Group justify="space-between" mb="sm">
                <Text size="sm" c="dimmed">
                  All that is fetched goes through these; nothing goes past them.
                </Text>
                {add}
              </Group>
              <WideTable label="Proxies" columns={COLUMNS} minWidth={860}>
                {proxies.map((proxy) => (
                  <OneProxy key={proxy.id} proxy={proxy} isLast={proxies.length === 1} />
                ))}
              </WideTable>
              <More of={found} />
            </>
          );
        }}
      </Asked>
      <Modal opened={isAdding} onClose={close} title="Add a proxy">
        <ProxyForm onDone={close} />
      </Modal>
    </>
  );
}

function OneProxy({ proxy, isLast }: { proxy: WayOut; isLast: boolean }) {
  const address = addressOf(proxy);
  const anew = useEngineAnew();
  const path = { proxyId: proxy.id };
  const turn = useMutation({
    mutationFn: (isActive: boolean) =>
      told(api.PATCH("/api/admin/proxies/{proxyId}", { params: { path }, body: { isActive } })),
    onError: (error) => tellProblem(error, "The proxy is as it was"),
    onSettled: anew,
  });
  const remove = useMutation({
    mutationFn: () => told(api.DELETE("/api/admin/proxies/{proxyId}", { params: { path } })),
    onSuccess: () => tell(`${address} is forgotten.`, "Removed"),
    onError: (error) => tellProblem(error, "The proxy could not be removed"),
    onSettled: anew,
  });
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {address}
        {proxy.hasPassword && (
          <Text size="xs" c="dimmed">
            with a password
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Sign {...stateOf(proxy)} />
        {proxy.retryAt && (
          <Text size="xs" c="dimmed">
            tried again <Time at={proxy.retryAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Success proxy={proxy} />
      </Table.Td>
      <Table.Td>{proxy.avgResponseTimeMs === null ? "–" : `${number(proxy.avgResponseTimeMs)} ms`}</Table.Td>
      <Table.Td>{proxy.lastUsedAt ? <Time at={proxy.lastUsedAt} /> : "never"}</Table.Td>
      <Table.Td>{proxy.shutOutOf === 0 ? "–" : plural(proxy.shutOutOf, "site")}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={`Use ${address}`}
          checked={turn.isPending ? turn.variables : proxy.isActive}
          disabled={turn.isPending}
          onChange={(event) => turn.mutate(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Remove ${address}`}
          loading={remove.isPending}
          onClick={() =>
            confirm({
              title: `Remove ${address}?`,
              consequence: isLast
                ? "It is the last one: pages are then fetched directly, from this machine's own address. Its password is forgotten and has to be typed anew."
                : "Its record and its password are forgotten; to use it again it has to be added anew.",
              act: "Remove the proxy",
              onConfirm: () => remove.mutate(),
            })
          }
        >
          Remove
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function Success({ proxy: { successRate, successCount, failureCount } }: { proxy: WayOut }) {
  if (successCount + failureCount === 0) return <>not tried yet</>;
  return (
    <>
      {/* Before its first request since it was switched on there is nothing to tell by. */}
      {successRate === null ? "not known yet" : percent(successRate)}
      <Text size="xs" c="dimmed">
        {number(successCount)} went well in all
        {failureCount > 0 && `, the last ${number(failureCount)} failed`}
      </Text>
    </>
  );
}
