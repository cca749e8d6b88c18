import { ActionIcon, Button, Fieldset, Group, Stack, Text, Textarea, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconHeading, IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { findKeyAction, getLineName } from "./lineEditing";
import { createLine, type Line } from "./lines";

interface Props {
  legend: string;
  /** The singular name of a line, such as "Ingredient". */
  noun: string;
  lines: Line[];
  maxLength: number;
  onChange: (lines: Line[]) => void;
}

/** Edits, adds, removes and reorders lines, also with the keyboard. */
export function LinesEditor({ legend, noun, lines, maxLength, onChange }: Props) {
  const [toFocus, setToFocus] = useState<string | null>(null);
  const [announcement, announce] = useState("");
  const boxes = useRef(new Map<string, HTMLTextAreaElement>());

  useEffect(() => {
    if (toFocus === null) return;
    boxes.current.get(toFocus)?.focus();
    setToFocus(null);
  }, [toFocus]);

  const nameOf = (index: number) => getLineName(lines, index, noun);

  const add = (after: number, isHeading = false) => {
    const line = createLine("", isHeading);
    onChange([...lines.slice(0, after + 1), line, ...lines.slice(after + 1)]);
    setToFocus(line.id);
    announce(isHeading ? "Heading added." : `${noun} added.`);
  };
  const remove = (index: number) => {
    const neighbour = lines[index + 1] ?? lines[index - 1];
    onChange(lines.filter((_, other) => other !== index));
    setToFocus(neighbour?.id ?? null);
    announce(`${nameOf(index)} removed.`);
  };
  const move = (index: number, by: -1 | 1) => {
    const line = lines[index];
    const other = lines[index + by];
    if (line === undefined || other === undefined) return;
    const moved = [...lines];
    moved[index] = other;
    moved[index + by] = line;
    onChange(moved);
    setToFocus(line.id);
    announce(`Moved ${by < 0 ? "up" : "down"} to line ${index + by + 1} of ${lines.length}.`);
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>, index: number) => {
    const action = findKeyAction(event, lines[index]?.text ?? "");
    if (action === null) return;
    event.preventDefault();
    if (action === "add") add(index);
    else if (action === "remove") remove(index);
    else move(index, action === "up" ? -1 : 1);
  };

  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        {lines.map((line, index) => (
          <Group key={line.id} gap={4} wrap="nowrap" align="flex-start">
            <Textarea
              ref={(box) => {
                if (box) boxes.current.set(line.id, box);
                else boxes.current.delete(line.id);
              }}
              aria-label={nameOf(index)}
              dir="auto"
              autosize
              minRows={1}
              maxLength={maxLength}
              style={{ flex: 1, minWidth: 0 }}
              styles={line.isHeading ? { input: { fontWeight: 700 } } : undefined}
              placeholder={line.isHeading ? "Heading (leave empty to end a group)" : undefined}
              value={line.text}
              onChange={(event) => {
                const text = event.currentTarget.value;
                onChange(lines.map((other) => (other.id === line.id ? { ...other, text } : other)));
              }}
              onKeyDown={(event) => onKey(event, index)}
            />
            <LineActions
              name={nameOf(index)}
              isFirst={index === 0}
              isLast={index === lines.length - 1}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
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
          Enter adds a line below. Alt+Up and Alt+Down move a line. Backspace removes an empty line.
        </Text>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
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
