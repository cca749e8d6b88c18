import { Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { StateBadge } from "../../../parts/status/StateBadge";
import { QueryResult } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { reparseRuns } from "../queries";
import { describeScope, getReport } from "./report";
import { getRunState } from "./runState";

/** The recent runs. The server keeps them until it restarts. */
export function Runs({ shown }: { shown: string | undefined }) {
  const result = useQuery(reparseRuns);
  return (
    <section aria-labelledby="runs">
      <Title order={2} size="h4" mb="xs" id="runs">
        Recent runs
      </Title>
      <QueryResult query={result} rows={2} label="Loading the recent runs">
        {(runs) =>
          runs.length === 0 ? (
            <Text size="sm" c="dimmed">
              No runs since the server started.
            </Text>
          ) : (
            <WideTable label="Recent runs" columns={["Started", "Scope", "State", "Pages", "Result"]}>
              {runs.map((run) => {
                const report = getReport(run);
                return (
                  <Table.Tr key={run.id} aria-current={run.id === shown ? "true" : undefined}>
                    <Table.Td>
                      <AnchorLink
                        to="/engine/$part"
                        params={{ part: "reparse" }}
                        search={{ run: run.id }}
                        size="sm"
                      >
                        <Time at={run.startedAt} />
                      </AnchorLink>
                    </Table.Td>
                    <Table.Td>{describeScope(run)}</Table.Td>
                    <Table.Td>
                      <StateBadge {...getRunState(run.state)} />
                    </Table.Td>
                    <Table.Td>{formatNumber(report.pages)}</Table.Td>
                    <Table.Td>
                      {report.applied
                        ? `${formatNumber(report.savedRecords)} records written`
                        : `${formatNumber(report.changedPages)} pages would change`}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </WideTable>
          )
        }
      </QueryResult>
    </section>
  );
}
