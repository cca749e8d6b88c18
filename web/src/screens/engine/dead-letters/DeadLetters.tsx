import { Button, Code, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { formatCount, formatNumber } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { QueryResult } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { type Cause, causes } from "../queries";
import { CauseLetters } from "./CauseLetters";
import { useReplay } from "./useReplay";

const route = getRouteApi("/engine/$part");
const COLUMNS = ["Cause", "Dead letters", "Sites", "Latest", "Latest error", "Replay"];

/** Dead letters by cause, or those of one cause. */
export default function DeadLetters() {
  const { cause } = route.useSearch();
  const causesQuery = useQuery(causes);
  return (
    <QueryResult query={causesQuery} rows={4} label="Loading the dead letters">
      {(all) => {
        if (cause !== undefined) return <CauseLetters cause={cause} count={countLetters(all, cause)} />;
        return all.length === 0 ? <NoDeadLetters /> : <Causes all={all} />;
      }}
    </QueryResult>
  );
}

function NoDeadLetters() {
  return (
    <EmptyState title="No dead letters">
      Failed work is retried automatically. Work that still fails at its last attempt is listed here by cause.
      Fix the cause, then replay it.
    </EmptyState>
  );
}

function Causes({ all }: { all: Cause[] }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {formatCount(countLetters(all), "dead letter")} with{" "}
        {formatCount(new Set(all.map(({ cause }) => cause)).size, "cause")}. Fix the cause first, then replay:
        the work starts again with all its attempts.
      </Text>
      <WideTable label="Dead letters by cause" columns={COLUMNS} minWidth={760}>
        {all.map((cause) => (
          <CauseRow
            key={`${cause.cause} ${cause.stage}`}
            cause={cause}
            count={countLetters(all, cause.cause)}
          />
        ))}
      </WideTable>
    </>
  );
}

function CauseRow({
  cause: { cause, stage, letters, domains, lastAt, example },
  count,
}: {
  cause: Cause;
  count: number;
}) {
  const replay = useReplay();
  return (
    <Table.Tr>
      <Table.Td>
        <AnchorLink size="sm" to="/engine/$part" params={{ part: "dead-letters" }} search={{ cause }}>
          <Code c="inherit">{cause}</Code>
        </AnchorLink>
        <Text size="xs" c="dimmed">
          while {stage === "crawl" ? "fetching" : stage === "extract" ? "reading" : "matching"}
        </Text>
      </Table.Td>
      <Table.Td>{formatNumber(letters)}</Table.Td>
      <Table.Td>{formatNumber(domains)}</Table.Td>
      <Table.Td>
        <Time at={lastAt} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{example}</Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Replay all of ${cause}`}
          loading={replay.isPending}
          onClick={() => replay.cause(cause, count)}
        >
          Replay all
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function countLetters(all: Cause[], cause?: string): number {
  return all
    .filter((other) => cause === undefined || other.cause === cause)
    .reduce((sum, { letters }) => sum + letters, 0);
}
