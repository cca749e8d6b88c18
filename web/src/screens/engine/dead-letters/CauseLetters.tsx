import { Button, Checkbox, Code, Group, Table, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { number, plural } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { WebLink } from "../../../parts/links/WebLink";
import { Asked, More } from "../parts/Asked";
import { WideTable } from "../parts/WideTable";
import { type Letter, useLetters } from "../queries";
import { useReplay } from "./replay";

/** The dead letters of one cause, to be replayed one by one, some, or all. */
export function Letters({ cause, count }: { cause: string; count: number }) {
  const found = useLetters(cause);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const replay = useReplay(() => setChosen(new Set()));
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <AnchorLink to="/engine/$part" params={{ part: "dead-letters" }}>
            <IconArrowLeft size={14} aria-hidden /> All causes
          </AnchorLink>
          <Text role="status">
            <Code>{cause}</Code>: {plural(count, "letter")}
          </Text>
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            disabled={chosen.size === 0}
            loading={replay.isPending}
            onClick={() => replay.letters([...chosen])}
          >
            Replay selected ({number(chosen.size)})
          </Button>
          <Button
            disabled={count === 0}
            loading={replay.isPending}
            onClick={() => replay.cause(cause, count)}
          >
            Replay all ({number(count)})
          </Button>
        </Group>
      </Group>
      <Asked of={found} rows={6} label="Asking for the letters">
        {({ pages }) => {
          const letters = pages.flatMap((page) => page.letters);
          return letters.length === 0 ? (
            <EmptyState title="None of this cause is left">
              They were replayed, and start anew. What fails again comes back here.
            </EmptyState>
          ) : (
            <>
              <LetterTable letters={letters} chosen={chosen} onChoose={setChosen} onReplay={replay.letter} />
              <More of={found} />
            </>
          );
        }}
      </Asked>
    </>
  );
}

interface TableProps {
  letters: Letter[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  onReplay: (id: number) => void;
}

function LetterTable({ letters, chosen, onChoose, onReplay }: TableProps) {
  const isWhole = letters.every(({ id }) => chosen.has(id));
  const all = (
    <Checkbox
      aria-label="Select all that are shown"
      checked={isWhole}
      indeterminate={!isWhole && chosen.size > 0}
      onChange={() => onChoose(new Set(isWhole ? [] : letters.map(({ id }) => id)))}
    />
  );
  const turn = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <WideTable
      label="Dead letters"
      columns={[all, "What", "What went wrong", "Attempts", "When", "Replay"]}
      minWidth={720}
    >
      {letters.map((letter) => (
        <Table.Tr key={letter.id}>
          <Table.Td>
            <Checkbox
              aria-label={`Select ${nameOf(letter)}`}
              checked={chosen.has(letter.id)}
              onChange={() => turn(letter.id)}
            />
          </Table.Td>
          <Table.Td style={{ overflowWrap: "anywhere" }}>
            {letter.url === null ? nameOf(letter) : <WebLink to={letter.url} />}
          </Table.Td>
          <Table.Td style={{ overflowWrap: "anywhere" }}>{letter.message}</Table.Td>
          <Table.Td>{number(letter.attempts)}</Table.Td>
          <Table.Td>
            <Time at={letter.createdAt} />
          </Table.Td>
          <Table.Td>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Replay ${nameOf(letter)}`}
              onClick={() => onReplay(letter.id)}
            >
              Replay
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}

function nameOf({ url, itemId, id }: Letter): string {
  return url ?? (itemId ? `item ${itemId}` : `letter ${id}`);
}
