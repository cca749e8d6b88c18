import { Button, Group, SimpleGrid, Text } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { ControllerCard } from "../../../parts/charts/ControllerCard";
import { useTuning } from "../../../parts/charts/useTuning";
import { QueryResult } from "../parts/QueryResult";

/** Live charts of the self-tuning controllers. */
export default function Controllers() {
  const [isPaused, setPaused] = useState(false);
  const tuning = useTuning({ isPaused });
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={640}>
          Garner tunes batch sizes, leases and concurrency automatically, by how long the work takes. Each
          number in a chart refers to the reason with that number below it.
        </Text>
        <Button
          variant="default"
          aria-pressed={isPaused}
          leftSection={
            isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
          }
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? "Resume charts" : "Pause charts"}
        </Button>
      </Group>
      <QueryResult query={tuning} rows={4} label="Loading the controllers">
        {({ controllers }) => (
          <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: "start" }}>
            {sortDecidedFirst(controllers).map((controller) => (
              <ControllerCard key={controller.controller} controller={controller} at={tuning.dataUpdatedAt} />
            ))}
          </SimpleGrid>
        )}
      </QueryResult>
    </>
  );
}

/** Controllers without a decision come last. */
function sortDecidedFirst<T extends { value: number | null }>(controllers: T[]): T[] {
  return [
    ...controllers.filter(({ value }) => value !== null),
    ...controllers.filter(({ value }) => value === null),
  ];
}
