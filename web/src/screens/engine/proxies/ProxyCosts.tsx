import { Table, Text, Title } from "@mantine/core";
import { formatBytes, formatNumber } from "../../../parts/format/numbers";
import { WideTable } from "../parts/WideTable";
import { useProxyCosts } from "../queries";
import { formatAddress, formatMoney } from "./proxy";

const COLUMNS = ["Proxy", "Site", "Requests", "Transferred", "Cost"];

/** What the proxies transferred, by site, the largest cost first. Nothing before there is traffic. */
export function ProxyCosts() {
  const { data: listed } = useProxyCosts();
  if (!listed || listed.costs.length === 0) return null;
  return (
    <section aria-labelledby="proxy-costs">
      <Title order={3} id="proxy-costs" mt="lg" size="h4">
        Costs of the last 30 days
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {formatBytes(listed.totalBytes)} in {formatNumber(listed.totalRequests)} requests, for{" "}
        {formatMoney(listed.totalCost)} in your currency.
      </Text>
      <WideTable label="Costs of the proxies" columns={COLUMNS} minWidth={560}>
        {listed.costs.map((cost) => (
          <Table.Tr key={`${cost.proxyId} ${cost.domain}`}>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{formatAddress(cost)}</Table.Td>
            <Table.Td>{cost.domain}</Table.Td>
            <Table.Td>{formatNumber(cost.requests)}</Table.Td>
            <Table.Td>{formatBytes(cost.bytes)}</Table.Td>
            <Table.Td>{formatMoney(cost.cost)}</Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
    </section>
  );
}
