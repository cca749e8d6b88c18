import { Button, Group, NumberInput, SimpleGrid, Stack, Switch, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, unwrap } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { notify } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { type Domain, useRefreshEngine } from "../queries";

type Changes = Partial<Schemas["DomainChanges"]>;

/** The settings of a site. Only edited values are sent, so that changes by other operators are kept. */
export function DomainForm({ domain }: { domain: Domain }) {
  const [changes, setChanges] = useState<Changes>({});
  const refreshEngine = useRefreshEngine();
  const name = domain.domain;
  const save = useMutation({
    mutationFn: (body: Changes) =>
      unwrap(
        api.PATCH("/api/admin/domains/{domain}", {
          params: { path: { domain: name } },
          body: body as Schemas["DomainChanges"],
        }),
      ),
    // First the new values, then the edits go: between the two the form would show the old values again.
    onSuccess: async (_, saved) => {
      await refreshEngine();
      setChanges((current) => withoutSaved(current, saved));
      notify(`The settings of ${name} apply from the next request.`, "Saved");
    },
    onError: refreshEngine,
  });
  const change = (edited: Changes) => setChanges((current) => ({ ...current, ...edited }));
  const values = { ...domain, paused: domain.pausedAt !== null, ...changes };
  const isChanged = Object.keys(changes).length > 0;
  return (
    <form
      aria-label="Site settings"
      onSubmit={(event) => {
        event.preventDefault();
        confirmIfRisky(domain, changes, () => save.mutate(changes));
      }}
    >
      <Stack gap="sm">
        <Title order={3} size="h5">
          Settings
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label="Delay between requests"
            description="Seconds. Empty: the default for all sites"
            placeholder="default"
            min={0}
            max={86400}
            decimalScale={3}
            step={0.5}
            value={values.crawlDelaySeconds ?? ""}
            onChange={(value) => change({ crawlDelaySeconds: value === "" ? null : Number(value) })}
          />
          <NumberInput
            label="Concurrent requests"
            description="Empty: the default for all sites"
            placeholder="default"
            min={1}
            max={1000}
            allowDecimal={false}
            value={values.maxConcurrentRequests ?? ""}
            onChange={(value) => change({ maxConcurrentRequests: value === "" ? null : Number(value) })}
          />
        </SimpleGrid>
        <Switch
          label="Paused"
          description="Sends no requests. Waiting work is kept"
          checked={values.paused}
          onChange={(event) => change({ paused: event.currentTarget.checked })}
        />
        <Switch
          label="Enabled"
          description="When disabled, work that waits for the site ends as skipped"
          checked={values.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
        <Switch
          label="Obey robots.txt"
          description={describeRobots(domain)}
          checked={values.obeysRobots}
          onChange={(event) => change({ obeysRobots: event.currentTarget.checked })}
        />
        <Switch
          label="Apply the delay per proxy"
          description="Instead of to all proxies together"
          checked={values.pacesEachProxy}
          onChange={(event) => change({ pacesEachProxy: event.currentTarget.checked })}
        />
        {save.isError && <Problem error={save.error} title="Could not save the settings" />}
        <Group>
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            Save
          </Button>
          <Button variant="subtle" disabled={!isChanged} onClick={() => setChanges({})}>
            Discard
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The edits that were made after the saved ones. */
function withoutSaved(edits: Changes, saved: Changes): Changes {
  const isLater = ([name, value]: [string, unknown]) => value !== saved[name as keyof Changes];
  return Object.fromEntries(Object.entries(edits).filter(isLater));
}

function describeRobots({ robotsSaidBy, robotsSaidAt }: Domain): string {
  if (robotsSaidBy === null || robotsSaidAt === null)
    return "Pages that robots.txt disallows are not fetched";
  return `Last changed by ${robotsSaidBy}, ${new Date(robotsSaidAt).toLocaleDateString()}`;
}

/** Asks for a confirmation before a change that skips work or ignores robots.txt. */
function confirmIfRisky(
  { domain, isActive, obeysRobots }: Domain,
  changes: Changes,
  onConfirm: () => void,
): void {
  if (isActive && changes.isActive === false) {
    confirm({
      title: `Disable ${domain}?`,
      consequence:
        "Work that waits for the site ends as skipped. No requests are sent until you enable it again.",
      confirmLabel: "Disable",
      cancelLabel: "Keep enabled",
      onConfirm,
    });
  } else if (obeysRobots && changes.obeysRobots === false) {
    confirm({
      title: `Ignore robots.txt of ${domain}?`,
      consequence:
        "Pages that it disallows are fetched. Do this only if you have permission. Your choice is stored with the site and logged.",
      confirmLabel: "Ignore robots.txt",
      cancelLabel: "Keep obeying",
      onConfirm,
    });
  } else {
    onConfirm();
  }
}
