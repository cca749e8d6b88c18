import { ActionIcon, Button, Fieldset, Group, Stack, Text, Textarea, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconHeading, IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { keyAct, nameAt } from "./lineEditing";
import { type Line, newLine } from "./lines";

interface Props {
  legend: string;
  /** What one line is called: "Ingredient". */
  noun: string;
  lines: Line[];
  longest: number;
  onChange: (lines: Line[]) => void;
}

/** Lines that can be written, added, removed and put in another order, all of it by keyboard too. */
export function LinesEditor({ legend, noun, lines, longest, onChange }: Props) {
  const [toFocus, setToFocus] = useState<string | null>(null);
  const [told, setTold] = useState("");
  const boxes = useRef(new Map<string, HTMLTextAreaElement>());

  useEffect(() => {
    if (toFocus === null) return;
    boxes.current.get(toFocus)?.focus();
    setToFocus(null);
  }, [toFocus]);

  const nameOf = (place: number) => nameAt(lines, place, noun);

  const add = (after: number, isHeading = false) => {
    const line = newLine("", isHeading);
    onChange([...lines.slice(0, after + 1), line, ...lines.slice(after + 1)]);
    setToFocus(line.id);
    setTold(isHeading ? "A heading was added." : `${noun} added.`);
  };
  const remove = (place: number) => {
    const neighbour = lines[place + 1] ?? lines[place - 1];
    onChange(lines.filter((_, other) => other !== place));
    setToFocus(neighbour?.id ?? null);
    setTold(`${nameOf(place)} was removed.`);
  };
  const move = (place: number, by: -1 | 1) => {
    const line = lines[place];
    const other = lines[place + by];
    if (line === undefined || other === undefined) return;
    const moved = [...lines];
    moved[place] = other;
    moved[place + by] = line;
    onChange(moved);
    setToFocus(line.id);
    setTold(`Moved ${by < 0 ? "up" : "down"}: now line ${place + by + 1} of ${lines.length}.`);
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>, place: number) => {
    const act = keyAct(event, lines[place]?.text ?? "");
    if (act === null) return;
    event.preventDefault();
    if (act === "add") add(place);
    else if (act === "remove") remove(place);
    else move(place, act === "up" ? -1 : 1);
  };

  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        {lines.map((line, place) => (
          <Group key={line.id} gap={4} wrap="nowrap" align="flex-start">
            <Textarea
              ref={(box) => {
                if (box) boxes.current.set(line.id, box);
                else boxes.current.delete(line.id);
              }}
              aria-label={nameOf(place)}
              dir="auto"
              autosize
              minRows={1}
              maxLength={longest}
              style={{ flex: 1, minWidth: 0 }}
              styles={line.isHeading ? { input: { fontWeight: 700 } } : undefined}
              placeholder={line.isHeading ? "Heading, or empty to end a group" : undefined}
              value={line.text}
              onChange={(event) => {
                const text = event.currentTarget.value;
                onChange(lines.map((other) => (other.id === line.id ? { ...other, text } : other)));
              }}
              onKeyDown={(event) => onKey(event, place)}
            />
            <LineActions
              name={nameOf(place)}
              isFirst={place === 0}
              isLast={place === lines.length - 1}
              onMove={(by) => move(place, by)}
              onRemove={() => remove(place)}
            />
          </Group>
        ))}
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => add(lines.length - 1)}
          >
            Add {noun.toLowerCase()}
          </Button>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconHeading size={14} aria-hidden />}
            onClick={() => add(lines.length - 1, true)}
            aria-label={`Add heading to the ${legend.toLowerCase()}`}
          >
            Add heading
          </Button>
        </Group>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          Enter adds a line below, Alt with the arrow keys moves one, Backspace removes an empty one.
        </Text>
        <VisuallyHidden role="status">{told}</VisuallyHidden>
      </Stack>
    </Fieldset>
  );
}

interface ActionsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function LineActions({ name, isFirst, isLast, onMove, onRemove }: ActionsProps) {
  const look = { variant: "subtle", color: "gray", size: 34, w: { base: 26, sm: 34 }, miw: 0 } as const;
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon {...look} aria-label={`Move up: ${name}`} disabled={isFirst} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} aria-label={`Move down: ${name}`} disabled={isLast} onClick={() => onMove(1)}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} aria-label={`Remove: ${name}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
