import { Group, Switch, Table, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { number, percent } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { Asked, More } from "../parts/Asked";
import { Sign } from "../parts/Sign";
import { WideTable } from "../parts/WideTable";
import { type ParserAlert, useAlerts } from "../queries";
import { kindInWords } from "./kind";

const route = getRouteApi("/engine/$part");
const COLUMNS = ["Site", "What is found less often", "State", "Found", "Usual", "By pages", "Opened"];
const CLOSED = { recovered: "Recovered", usual: "Usual by now", silent: "Not read any more" } as const;

/** What is read worse than it was. */
export function Alerts() {
  const { open, site } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useAlerts({ open: open ?? false, domain: site });
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="alerts">
          Alerts
        </Title>
        <Switch
          label="Only open ones"
          checked={open ?? false}
          onChange={(event) => {
            const only = event.currentTarget.checked || undefined;
            navigate({ search: (now) => ({ ...now, open: only }) });
          }}
        />
      </Group>
      <Asked of={found} rows={2} label="Asking for the alerts">
        {({ pages }) => {
          const alerts = pages.flatMap((page) => page.alerts);
          return alerts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {open ? "No alert is open: " : "There was no alert: "}every site is read as well as it was. Once
              a minute the newest pages are held against those before, and a drop that chance does not explain
              stands here.
            </Text>
          ) : (
            <>
              <WideTable label="Alerts" columns={COLUMNS} minWidth={760}>
                {alerts.map((alert) => (
                  <OneAlert key={alert.id} alert={alert} />
                ))}
              </WideTable>
              <More of={found} />
            </>
          );
        }}
      </Asked>
    </>
  );
}

function OneAlert({ alert }: { alert: ParserAlert }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <AnchorLink size="sm" to="/engine/$part" params={{ part: "parsers" }} search={{ site: alert.domain }}>
          {alert.domain}
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        {alert.field}{" "}
        <Text span size="xs" c="dimmed">{`${kindInWords(alert.kind)}, version ${alert.version}`}</Text>
      </Table.Td>
      <Table.Td>
        {alert.closedBecause === null ? (
          <Sign tone="fails" word="Open" />
        ) : (
          <Sign
            tone={alert.closedBecause === "recovered" ? "well" : "idle"}
            word={CLOSED[alert.closedBecause]}
          />
        )}
      </Table.Td>
      <Table.Td>{percent(alert.rate)}</Table.Td>
      <Table.Td>{percent(alert.baseline)}</Table.Td>
      <Table.Td>{number(alert.pages)}</Table.Td>
      <Table.Td>
        <Time at={alert.openedAt} />
      </Table.Td>
    </Table.Tr>
  );
}
