import { Button, Drawer, Stack, Table, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, told } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { tell, tellProblem } from "../../../parts/feedback/notify";
import { number } from "../../../parts/format/numbers";
import { Time, useNow } from "../../../parts/format/Time";
import { WebLink } from "../../../parts/links/WebLink";
import { Asked } from "../parts/Asked";
import { Sign } from "../parts/Sign";
import { type Domain, useDomain, useEngineAnew, useFailedPages } from "../queries";
import { DomainForm } from "./DomainForm";
import { breakerInWords, seconds, stateOf } from "./lane";

/** A site: how it stands, how it is treated, and what went wrong there lately. */
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
      <Asked of={domain} label="Asking for the site" problem="The site cannot be shown">
        {(shown) => (
          <Stack gap="lg">
            <Standing domain={shown} />
            <DomainForm domain={shown} />
            <FailedPages domain={shown.domain} />
          </Stack>
        )}
      </Asked>
    </Drawer>
  );
}

function Standing({ domain }: { domain: Domain }) {
  const now = useNow(1);
  const { tone, word } = stateOf(domain, now);
  return (
    <Stack gap="xs" align="flex-start">
      <Sign tone={tone} word={word} />
      <Text size="sm">{breakerInWords(domain, now)}</Text>
      <Text size="sm" c="dimmed">
        {number(domain.inFlight)} in flight, {number(domain.waiting)} waiting, {number(domain.backlog)} in the
        backlog
        {domain.latencySeconds !== null && <>; it answers in about {seconds(domain.latencySeconds)}</>}.
        {domain.lastSuccessAt === null ? (
          <> It has never given a page.</>
        ) : (
          <>
            {" "}
            The last page that it gave: <Time at={domain.lastSuccessAt} />.
          </>
        )}
        {domain.notBefore !== null && Date.parse(domain.notBefore) > now && (
          <>
            {" "}
            It asked not to be called before: <Time at={domain.notBefore} everySeconds={1} />.
          </>
        )}
        {domain.throttleSeconds > 0 && <> Its answers led to a delay of {seconds(domain.throttleSeconds)}.</>}
      </Text>
      {domain.breaker.state !== "closed" && <CloseBreaker name={domain.domain} />}
    </Stack>
  );
}

function CloseBreaker({ name }: { name: string }) {
  const anew = useEngineAnew();
  const close = useMutation({
    mutationFn: () =>
      told(api.POST("/api/admin/domains/{domain}/breaker/close", { params: { path: { domain: name } } })),
    onSuccess: () => tell(`${name} is called again.`, "The breaker is closed"),
    onError: (error) => tellProblem(error, "The breaker could not be closed"),
    onSettled: anew,
  });
  return (
    <Button
      variant="default"
      loading={close.isPending}
      onClick={() =>
        confirm({
          title: `Close the breaker of ${name}?`,
          consequence:
            "The site is called again at once, as if it had never failed; its throttle is forgotten too. If it still fails, the breaker opens again.",
          act: "Close the breaker",
          keep: "Leave it open",
          onConfirm: () => close.mutate(),
        })
      }
    >
      Close the breaker
    </Button>
  );
}

function FailedPages({ domain }: { domain: string }) {
  const failed = useFailedPages(domain);
  return (
    <section aria-label="Pages that failed lately">
      <Title order={3} size="h5" mb="xs">
        Failed lately
      </Title>
      <Asked of={failed} rows={2}>
        {(pages) =>
          pages.length === 0 ? (
            <Text size="sm" c="dimmed">
              No page of this site has failed for good.
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
      </Asked>
    </section>
  );
}
