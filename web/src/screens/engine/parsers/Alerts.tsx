import { Group, Switch, Table, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { formatNumber, formatPercent } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { StateBadge } from "../../../parts/status/StateBadge";
import { QueryResult, ShowMore } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { type ParserAlert, useAlerts } from "../queries";
import { getKindLabel } from "./kind";

const route = getRouteApi("/engine/$part");
const COLUMNS = ["Site", "Field", "State", "Found", "Baseline", "Pages", "Opened"];
const CLOSED = { recovered: "Recovered", usual: "New baseline", silent: "No recent pages" } as const;

/** Alerts about records and fields that are found less often than usual. */
export function Alerts() {
  const { open, site } = route.useSearch();
  const navigate = route.useNavigate();
  const alertsQuery = useAlerts({ open: open ?? false, domain: site });
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="alerts">
          Alerts
        </Title>
        <Switch
          label="Only open"
          checked={open ?? false}
          onChange={(event) => {
            const isChecked = event.currentTarget.checked || undefined;
            navigate({ search: (now) => ({ ...now, open: isChecked }) });
          }}
        />
      </Group>
      <QueryResult query={alertsQuery} rows={2} label="Loading the alerts">
        {({ pages }) => {
          const alerts = pages.flatMap((page) => page.alerts);
          return alerts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {open ? "No open alerts." : "No alerts."} Every minute, recent pages are compared with earlier
              ones. A significant drop opens an alert.
            </Text>
          ) : (
            <>
              <WideTable label="Alerts" columns={COLUMNS} minWidth={760}>
                {alerts.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} />
                ))}
              </WideTable>
              <ShowMore query={alertsQuery} />
            </>
          );
        }}
      </QueryResult>
    </>
  );
}

function AlertRow({ alert }: { alert: ParserAlert }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <AnchorLink size="sm" to="/engine/$part" params={{ part: "parsers" }} search={{ site: alert.domain }}>
          {alert.domain}
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        {alert.field}{" "}
        <Text span size="xs" c="dimmed">{`${getKindLabel(alert.kind)}, version ${alert.version}`}</Text>
      </Table.Td>
      <Table.Td>
        {alert.closedBecause === null ? (
          <StateBadge tone="error" label="Open" />
        ) : (
          <StateBadge
            tone={alert.closedBecause === "recovered" ? "ok" : "idle"}
            label={CLOSED[alert.closedBecause]}
          />
        )}
      </Table.Td>
      <Table.Td>{formatPercent(alert.rate)}</Table.Td>
      <Table.Td>{formatPercent(alert.baseline)}</Table.Td>
      <Table.Td>{formatNumber(alert.pages)}</Table.Td>
      <Table.Td>
        <Time at={alert.openedAt} />
      </Table.Td>
    </Table.Tr>
  );
}
