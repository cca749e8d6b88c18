import { Badge, Paper, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { getFieldLabel } from "../../../parts/recipe/recipeData";

export type Choice = "mine" | "theirs";

interface Side {
  label: string;
  value: ReactNode;
}

interface Props {
  field: string;
  /** Why the user has to choose. */
  why: ReactNode;
  isConflict: boolean;
  mine: Side;
  theirs: Side;
  choice: Choice | null;
  onChoose: (choice: Choice) => void;
}

/** Two versions of a field side by side, to choose one. */
export function FieldChoice({ field, why, isConflict, mine, theirs, choice, onChoose }: Props) {
  const sides = [
    ["mine", mine],
    ["theirs", theirs],
  ] as const;
  return (
    <Radio.Group
      value={choice}
      onChange={(chosen) => onChoose(chosen as Choice)}
      label={
        <>
          {getFieldLabel(field)}{" "}
          {isConflict && (
            <Badge color="orange" variant="light" tt="none" size="sm">
              Conflict
            </Badge>
          )}
        </>
      }
      description={why}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
        {sides.map(([name, side]) => (
          <Paper withBorder p="sm" key={name}>
            <Stack gap="xs">
              <Radio value={name} label={<Text fw={600}>{side.label}</Text>} />
              {side.value}
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
