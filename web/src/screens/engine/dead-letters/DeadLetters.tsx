import { Button, Code, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { number, plural } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { Asked } from "../parts/Asked";
import { WideTable } from "../parts/WideTable";
import { type Cause, causes } from "../queries";
import { Letters } from "./Letters";
import { useReplay } from "./replay";

const route = getRouteApi("/engine/$part");
const COLUMNS = ["Cause", "Letters", "Sites", "Newest", "The newest says", "Replay"];

/** What ran out of attempts, by cause; and the letters of one cause. */
export default function DeadLetters() {
  const { cause } = route.useSearch();
  const found = useQuery(causes);
  return (
    <Asked of={found} rows={4} label="Asking for the dead letters">
      {(all) => {
        if (cause !== undefined) return <Letters cause={cause} count={countOf(all, cause)} />;
        return all.length === 0 ? <None /> : <Causes all={all} />;
      }}
    </Asked>
  );
}

function None() {
  return (
    <EmptyState title="There are no dead letters">
      Work that fails is tried again by itself. What still fails when its attempts are spent comes here,
      grouped by what went wrong; once that is mended, it can be started anew.
    </EmptyState>
  );
}

function Causes({ all }: { all: Cause[] }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {plural(countOf(all), "dead letter")} of{" "}
        {plural(new Set(all.map(({ cause }) => cause)).size, "cause")}. Mend the cause first, then replay: the
        work starts anew, with all its attempts.
      </Text>
      <WideTable label="Dead letters by cause" columns={COLUMNS} minWidth={760}>
        {all.map((cause) => (
          <OneCause key={`${cause.cause} ${cause.stage}`} cause={cause} count={countOf(all, cause.cause)} />
        ))}
      </WideTable>
    </>
  );
}

function OneCause({
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
      <Table.Td>{number(letters)}</Table.Td>
      <Table.Td>{number(domains)}</Table.Td>
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

function countOf(all: Cause[], cause?: string): number {
  return all
    .filter((one) => cause === undefined || one.cause === cause)
    .reduce((sum, { letters }) => sum + letters, 0);
}
