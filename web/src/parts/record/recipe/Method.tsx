import { List, Stack, Title } from "@mantine/core";
import type { Recipe } from "../types";
import { listStepGroups } from "./recipe";

/** The steps, numbered, under their headings if there are any. */
export function Method({ recipe }: { recipe: Recipe }) {
  return (
    <Stack gap="sm">
      {listStepGroups(recipe).map(({ name, steps }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and do not move
        <Stack key={index} gap={6}>
          {name && (
            <Title order={4} size="sm" dir="auto">
              {name}
            </Title>
          )}
          <List type="ordered" spacing={8} size="sm" pr="md">
            {(steps ?? []).map((step, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step may repeat, and none moves
              <List.Item key={row} dir="auto">
                {step}
              </List.Item>
            ))}
          </List>
        </Stack>
      ))}
    </Stack>
  );
}
