import { Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { number } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { Asked } from "../parts/Asked";
import { Sign } from "../parts/Sign";
import { WideTable } from "../parts/WideTable";
import { reparseRuns } from "../queries";
import { aboutOf, reportOf } from "./report";
import { stateOf } from "./runState";

/** The last runs of this server, which forgets them when it ends. */
export function Runs({ shown }: { shown: string | undefined }) {
  const asked = useQuery(reparseRuns);
  return (
    <section aria-labelledby="runs">
      <Title order={2} size="h4" mb="xs" id="runs">
        Last runs
      </Title>
      <Asked of={asked} rows={2} label="Asking for the last runs">
        {(runs) =>
          runs.length === 0 ? (
            <Text size="sm" c="dimmed">
              None since the server was started.
            </Text>
          ) : (
            <WideTable label="Last runs" columns={["Started", "What", "State", "Pages", "Came to"]}>
              {runs.map((run) => {
                const report = reportOf(run);
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
                    <Table.Td>{aboutOf(run)}</Table.Td>
                    <Table.Td>
                      <Sign {...stateOf(run.state)} />
                    </Table.Td>
                    <Table.Td>{number(report.pages)}</Table.Td>
                    <Table.Td>
                      {report.applied
                        ? `${number(report.savedRecords)} records written`
                        : `${number(report.changedPages)} pages would change`}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </WideTable>
          )
        }
      </Asked>
    </section>
  );
}
