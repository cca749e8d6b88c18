import { Button, Drawer, Stack, Table, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { notify, notifyError } from "../../../parts/feedback/notify";
import { formatNumber } from "../../../parts/format/numbers";
import { Time, useNow } from "../../../parts/format/Time";
import { WebLink } from "../../../parts/links/WebLink";
import { StateBadge } from "../../../parts/status/StateBadge";
import { QueryResult } from "../parts/QueryResult";
import { type Domain, useDomain, useFailedPages, useRefreshEngine } from "../queries";
import { DomainForm } from "./DomainForm";
import { describeBreaker, formatSeconds, getLaneState } from "./lane";

/** A site: its status, its settings and its recent failures. */
export function DomainDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const domain = useDomain(name);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={name}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <QueryResult query={domain} label="Loading the site" problem="Could not load the site">
        {(shown) => (
          <Stack gap="lg">
            <LaneStatus domain={shown} />
            <DomainForm domain={shown} />
            <FailedPages domain={shown.domain} />
          </Stack>
        )}
      </QueryResult>
    </Drawer>
  );
}

function LaneStatus({ domain }: { domain: Domain }) {
  const now = useNow(1);
  const { tone, label } = getLaneState(domain, now);
  return (
    <Stack gap="xs" align="flex-start">
      <StateBadge tone={tone} label={label} />
      <Text size="sm">{describeBreaker(domain, now)}</Text>
      <Text size="sm" c="dimmed">
        {formatNumber(domain.inFlight)} in flight, {formatNumber(domain.waiting)} waiting,{" "}
        {formatNumber(domain.backlog)} in the backlog
        {domain.latencySeconds !== null && (
          <>; typical response time {formatSeconds(domain.latencySeconds)}</>
        )}
        .
        {domain.lastSuccessAt === null ? (
          <> No page has been fetched yet.</>
        ) : (
          <>
            {" "}
            Last success: <Time at={domain.lastSuccessAt} />.
          </>
        )}
        {domain.notBefore !== null && Date.parse(domain.notBefore) > now && (
          <>
            {" "}
            The site asked to wait. Next request: <Time at={domain.notBefore} everySeconds={1} />.
          </>
        )}
        {domain.throttleSeconds > 0 && <> Additional delay: {formatSeconds(domain.throttleSeconds)}.</>}
      </Text>
      {domain.breaker.state !== "closed" && <CloseBreaker name={domain.domain} />}
    </Stack>
  );
}

function CloseBreaker({ name }: { name: string }) {
  const refreshEngine = useRefreshEngine();
  const close = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/domains/{domain}/breaker/close", { params: { path: { domain: name } } })),
    onSuccess: () => notify(`Requests to ${name} resume.`, "Breaker closed"),
    onError: (error) => notifyError(error, "Could not close the breaker"),
    onSettled: refreshEngine,
  });
  return (
    <Button
      variant="default"
      loading={close.isPending}
      onClick={() =>
        confirm({
          title: `Close the breaker of ${name}?`,
          consequence:
            "Requests to the site resume at once, and its throttling is reset. If the site still fails, the breaker opens again.",
          confirmLabel: "Close breaker",
          cancelLabel: "Keep open",
          onConfirm: () => close.mutate(),
        })
      }
    >
      Close breaker
    </Button>
  );
}

function FailedPages({ domain }: { domain: string }) {
  const failed = useFailedPages(domain);
  return (
    <section aria-label="Recently failed pages">
      <Title order={3} size="h5" mb="xs">
        Recent failures
      </Title>
      <QueryResult query={failed} rows={2}>
        {(pages) =>
          pages.length === 0 ? (
            <Text size="sm" c="dimmed">
              No page of this site has failed permanently.
            </Text>
          ) : (
            <Table layout="fixed">
              <Table.Tbody>
                {pages.map(({ id, url, errorMessage, errorCode, httpStatus, updatedAt }) => (
                  <Table.Tr key={id}>
                    <Table.Td style={{ overflowWrap: "anywhere" }}>
                      <WebLink to={url} />
                      <Text size="sm">{errorMessage ?? errorCode}</Text>
                      <Text size="xs" c="dimmed">
                        {httpStatus !== null && `HTTP ${httpStatus}, `}
                        <Time at={updatedAt} />
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryResult>
    </section>
  );
}
