import { Button, Group, NumberInput, SimpleGrid, Stack, Switch, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, told } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { tell } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { type Domain, useEngineAnew } from "../queries";

type Changes = Partial<Schemas["DomainChanges"]>;

/** How a site is treated. Only what was touched is sent; the rest follows what others change meanwhile. */
export function DomainForm({ domain }: { domain: Domain }) {
  const [changes, setChanges] = useState<Changes>({});
  const anew = useEngineAnew();
  const name = domain.domain;
  const save = useMutation({
    mutationFn: (body: Changes) =>
      told(
        api.PATCH("/api/admin/domains/{domain}", {
          params: { path: { domain: name } },
          body: body as Schemas["DomainChanges"],
        }),
      ),
    onSuccess: () => {
      setChanges({});
      tell(`${name} is treated so from the next request on.`, "Saved");
    },
    onSettled: anew,
  });
  const touch = (touched: Changes) => setChanges((now) => ({ ...now, ...touched }));
  const shown = { ...domain, paused: domain.pausedAt !== null, ...changes };
  const isTouched = Object.keys(changes).length > 0;
  return (
    <form
      aria-label="How the site is treated"
      onSubmit={(event) => {
        event.preventDefault();
        askedFirst(domain, changes, () => save.mutate(changes));
      }}
    >
      <Stack gap="sm">
        <Title order={3} size="h5">
          How it is treated
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label="Delay between requests"
            description="Seconds; empty follows the setting for all sites"
            placeholder="default"
            min={0}
            max={86400}
            decimalScale={3}
            step={0.5}
            value={shown.crawlDelaySeconds ?? ""}
            onChange={(value) => touch({ crawlDelaySeconds: value === "" ? null : Number(value) })}
          />
          <NumberInput
            label="Requests at once"
            description="Empty follows the setting for all sites"
            placeholder="default"
            min={1}
            max={1000}
            allowDecimal={false}
            value={shown.maxConcurrentRequests ?? ""}
            onChange={(value) => touch({ maxConcurrentRequests: value === "" ? null : Number(value) })}
          />
        </SimpleGrid>
        <Switch
          label="Paused"
          description="Nothing more is begun, and what waits is kept"
          checked={shown.paused}
          onChange={(event) => touch({ paused: event.currentTarget.checked })}
        />
        <Switch
          label="Switched on"
          description="Switched off, whatever waits for the site ends as skipped"
          checked={shown.isActive}
          onChange={(event) => touch({ isActive: event.currentTarget.checked })}
        />
        <Switch
          label="Obeys robots.txt"
          description={robotsSaid(domain)}
          checked={shown.obeysRobots}
          onChange={(event) => touch({ obeysRobots: event.currentTarget.checked })}
        />
        <Switch
          label="The delay holds for each proxy"
          description="And not for all of them together"
          checked={shown.pacesEachProxy}
          onChange={(event) => touch({ pacesEachProxy: event.currentTarget.checked })}
        />
        {save.isError && <Problem error={save.error} title="The site is treated as before" />}
        <Group>
          <Button type="submit" disabled={!isTouched} loading={save.isPending}>
            Save
          </Button>
          <Button variant="subtle" disabled={!isTouched} onClick={() => setChanges({})}>
            Undo
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function robotsSaid({ robotsSaidBy, robotsSaidAt }: Domain): string {
  if (robotsSaidBy === null || robotsSaidAt === null) return "What robots.txt forbids is not fetched";
  return `Last decided by ${robotsSaidBy}, ${new Date(robotsSaidAt).toLocaleDateString()}`;
}

/** What ends others' work, or goes against a site's wish, is asked about in words. */
function askedFirst({ domain, isActive, obeysRobots }: Domain, changes: Changes, act: () => void): void {
  if (isActive && changes.isActive === false) {
    confirm({
      title: `Switch ${domain} off?`,
      consequence:
        "Whoever waits for one of its pages is told that it was skipped. The site is not called again until you switch it on.",
      act: "Switch it off",
      keep: "Leave it on",
      onConfirm: act,
    });
  } else if (obeysRobots && changes.obeysRobots === false) {
    confirm({
      title: `Fetch what the robots.txt of ${domain} forbids?`,
      consequence: "Do so only if you may. That you said so is kept with the site, and logged.",
      act: "Do not obey it",
      keep: "Obey it",
      onConfirm: act,
    });
  } else {
    act();
  }
}
