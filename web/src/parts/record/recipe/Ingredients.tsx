import { Checkbox, Stack, Text, Title } from "@mantine/core";
import type { Ingredient } from "../types";
import { groupIngredients } from "./recipe";

/** The ingredients under their headings, with checkboxes to tick off. */
export function Ingredients({ lines }: { lines: readonly Ingredient[] }) {
  return (
    <Stack gap="sm">
      {groupIngredients(lines).map(({ name, lines: own, index }) => (
        <Stack key={index} gap={6}>
          {name && (
            <Title order={4} size="sm" dir="auto">
              {name}
            </Title>
          )}
          {own.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a recipe may name salt twice, and lines do not move
            <Checkbox key={row} label={<Line line={line} />} size="sm" />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function Line({ line }: { line: Ingredient }) {
  return (
    <Text size="sm" dir="auto">
      {line.raw || line.name}
    </Text>
  );
}
