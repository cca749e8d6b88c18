import { Anchor, Code, Group, Switch, Table, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { formatNumber } from "../../../parts/format/numbers";
import { Time, useNow } from "../../../parts/format/Time";
import { StateBadge } from "../../../parts/status/StateBadge";
import { QueryResult, ShowMore } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { type Domain, useDomains } from "../queries";
import { DomainDrawer } from "./DomainDrawer";
import { describeDelay, getLaneState } from "./lane";

const route = getRouteApi("/engine/$part");
const COLUMNS = [
  "Site",
  "State",
  "Delay",
  "Concurrency",
  "In flight",
  "Waiting",
  "Backlog",
  "Last success",
  "Next request",
  "robots.txt",
];

/** The lanes of all sites. */
export default function Lanes() {
  const { q, open, site } = route.useSearch();
  const navigate = route.useNavigate();
  const domainsQuery = useDomains({ search: q, open });
  const show = (domain: string | undefined) => navigate({ search: (now) => ({ ...now, site: domain }) });
  return (
    <>
      <Filters />
      <QueryResult query={domainsQuery} rows={8} label="Loading the lanes">
        {({ pages }) => {
          const domains = pages.flatMap((page) => page.domains);
          return domains.length === 0 ? (
            <NoLanes searched={q} open={open} />
          ) : (
            <>
              <WideTable label="Lanes" columns={COLUMNS} minWidth={960}>
                {domains.map((domain) => (
                  <Lane key={domain.domain} domain={domain} onShow={() => show(domain.domain)} />
                ))}
              </WideTable>
              <ShowMore query={domainsQuery} />
            </>
          );
        }}
      </QueryResult>
      {site !== undefined && <DomainDrawer key={site} name={site} onClose={() => show(undefined)} />}
    </>
  );
}

function Filters() {
  const { q, open } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(q ?? "");
  const search = useDebouncedCallback((text: string) => {
    navigate({ search: (now) => ({ ...now, q: text.trim() || undefined, open: undefined }), replace: true });
  }, 300);
  return (
    <Group mb="sm" align="flex-end">
      <TextInput
        label="Search sites"
        placeholder="Part of the name"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <Switch
        label="Only open breakers"
        mb={8}
        checked={open === true}
        onChange={(event) => {
          setTyped("");
          const isChecked = event.currentTarget.checked || undefined;
          navigate({ search: (now) => ({ ...now, q: undefined, open: isChecked }) });
        }}
      />
    </Group>
  );
}

function Lane({ domain, onShow }: { domain: Domain; onShow: () => void }) {
  const now = useNow();
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          size="sm"
          component="button"
          type="button"
          onClick={onShow}
          ta="left"
          style={{ overflowWrap: "anywhere" }}
        >
          {domain.domain}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <StateBadge {...getLaneState(domain, now)} />
        {domain.breaker.state !== "closed" && domain.breaker.cause && (
          <Text size="xs" c="dimmed">
            {domain.breaker.cause.replaceAll("_", " ")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{describeDelay(domain)}</Table.Td>
      <Table.Td>{domain.maxConcurrentRequests ?? "default"}</Table.Td>
      <Table.Td>{formatNumber(domain.inFlight)}</Table.Td>
      <Table.Td>{formatNumber(domain.waiting)}</Table.Td>
      <Table.Td>{formatNumber(domain.backlog)}</Table.Td>
      <Table.Td>{domain.lastSuccessAt ? <Time at={domain.lastSuccessAt} /> : "never"}</Table.Td>
      <Table.Td>
        {!domain.isActive || domain.pausedAt ? (
          "none"
        ) : domain.nextAt && Date.parse(domain.nextAt) > now ? (
          <Time at={domain.nextAt} />
        ) : (
          "now"
        )}
      </Table.Td>
      <Table.Td>{domain.obeysRobots ? "obeyed" : "ignored"}</Table.Td>
    </Table.Tr>
  );
}

function NoLanes({ searched, open }: { searched?: string; open?: boolean }) {
  if (open) {
    return (
      <EmptyState title="No open breakers">
        All sites respond. After five failures in a row a site gets no requests for a while, and is listed
        here until it responds again.
      </EmptyState>
    );
  }
  if (searched) {
    return <EmptyState title="No sites match">No site name contains “{searched}”.</EmptyState>;
  }
  return (
    <EmptyState title="No sites yet">
      Each site has a lane, which limits the rate of requests to it. A lane is created with the first page of
      a site: send one on the start screen, or add pages with <Code>garner crawl add</Code>.
    </EmptyState>
  );
}
