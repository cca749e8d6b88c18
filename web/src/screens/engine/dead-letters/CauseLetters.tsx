import { Button, Checkbox, Code, Group, Table, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { formatCount, formatNumber } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { WebLink } from "../../../parts/links/WebLink";
import { QueryResult, ShowMore } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { type Letter, useLetters } from "../queries";
import { useReplay } from "./useReplay";

/** The dead letters of one cause, to replay one, the selected ones, or all. */
export function CauseLetters({ cause, count }: { cause: string; count: number }) {
  const lettersQuery = useLetters(cause);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const replay = useReplay(() => setSelected(new Set()));
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <AnchorLink to="/engine/$part" params={{ part: "dead-letters" }}>
            <IconArrowLeft size={14} aria-hidden /> All causes
          </AnchorLink>
          <Text role="status">
            <Code>{cause}</Code>: {formatCount(count, "dead letter")}
          </Text>
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            disabled={selected.size === 0}
            loading={replay.isPending}
            onClick={() => replay.letters([...selected])}
          >
            Replay selected ({formatNumber(selected.size)})
          </Button>
          <Button
            disabled={count === 0}
            loading={replay.isPending}
            onClick={() => replay.cause(cause, count)}
          >
            Replay all ({formatNumber(count)})
          </Button>
        </Group>
      </Group>
      <QueryResult query={lettersQuery} rows={6} label="Loading the dead letters">
        {({ pages }) => {
          const letters = pages.flatMap((page) => page.letters);
          return letters.length === 0 ? (
            <EmptyState title="No dead letters left for this cause">
              They were replayed. Work that fails again is listed here again.
            </EmptyState>
          ) : (
            <>
              <LetterTable
                letters={letters}
                selected={selected}
                onSelect={setSelected}
                onReplay={replay.letter}
              />
              <ShowMore query={lettersQuery} />
            </>
          );
        }}
      </QueryResult>
    </>
  );
}

interface TableProps {
  letters: Letter[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  onReplay: (id: number) => void;
}

function LetterTable({ letters, selected, onSelect, onReplay }: TableProps) {
  const isAllSelected = letters.every(({ id }) => selected.has(id));
  const all = (
    <Checkbox
      aria-label="Select all shown"
      checked={isAllSelected}
      indeterminate={!isAllSelected && selected.size > 0}
      onChange={() => onSelect(new Set(isAllSelected ? [] : letters.map(({ id }) => id)))}
    />
  );
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <WideTable
      label="Dead letters"
      columns={[all, "Work", "Error", "Attempts", "Failed", "Replay"]}
      minWidth={720}
    >
      {letters.map((letter) => (
        <Table.Tr key={letter.id}>
          <Table.Td>
            <Checkbox
              aria-label={`Select ${getLetterName(letter)}`}
              checked={selected.has(letter.id)}
              onChange={() => toggle(letter.id)}
            />
          </Table.Td>
          <Table.Td style={{ overflowWrap: "anywhere" }}>
            {letter.url === null ? getLetterName(letter) : <WebLink to={letter.url} />}
          </Table.Td>
          <Table.Td style={{ overflowWrap: "anywhere" }}>{letter.message}</Table.Td>
          <Table.Td>{formatNumber(letter.attempts)}</Table.Td>
          <Table.Td>
            <Time at={letter.createdAt} />
          </Table.Td>
          <Table.Td>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Replay ${getLetterName(letter)}`}
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

function getLetterName({ url, itemId, id }: Letter): string {
  return url ?? (itemId ? `item ${itemId}` : `dead letter ${id}`);
}
