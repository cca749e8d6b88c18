import { Button, Group, SimpleGrid, Text } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { ControllerCard } from "../../../parts/charts/ControllerCard";
import { useTuning } from "../../../parts/charts/useTuning";
import { Asked } from "../parts/Asked";

/** What tunes itself, as charts that go on while one looks. */
export default function Controllers() {
  const [isPaused, setPaused] = useState(false);
  const tuning = useTuning({ isPaused });
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={640}>
          Sizes, leases and concurrency are not set by hand: each is decided anew by how long things take.
          Numbers in the charts lead to the causes below them.
        </Text>
        <Button
          variant="default"
          aria-pressed={isPaused}
          leftSection={
            isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
          }
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? "Go on" : "Pause the charts"}
        </Button>
      </Group>
      <Asked of={tuning} rows={4} label="Asking for the controllers">
        {({ controllers }) => (
          <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: "start" }}>
            {decidedFirst(controllers).map((controller) => (
              <ControllerCard key={controller.controller} controller={controller} at={tuning.dataUpdatedAt} />
            ))}
          </SimpleGrid>
        )}
      </Asked>
    </>
  );
}

/** What has nothing to show yet stands behind what has. */
function decidedFirst<T extends { value: number | null }>(controllers: T[]): T[] {
  return [
    ...controllers.filter(({ value }) => value !== null),
    ...controllers.filter(({ value }) => value === null),
  ];
}
