import { SimpleGrid, Stack, Text } from "@mantine/core";
import { ControllerCard } from "../../../parts/charts/ControllerCard";
import { useTuning } from "../../../parts/charts/useTuning";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import type { Job } from "../../../parts/job/job";

/** The controllers that affect a job of this type. They work for all jobs together. */
export function TuningTab({ job }: { job: Job }) {
  const tuning = useTuning();
  if (tuning.isPending) return <Loading rows={2} height={280} label="Loading controllers" />;
  if (tuning.isError)
    return (
      <Problem error={tuning.error} title="Could not load the controllers" onRetry={() => tuning.refetch()} />
    );
  const shown = tuning.data.controllers.filter(({ controller }) => isRelevant(job, controller));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        These controllers tune the server for all jobs together, within fixed bounds. Each shows its decision
        and the reason.
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {shown.map((controller) => (
          <ControllerCard key={controller.controller} controller={controller} at={tuning.dataUpdatedAt} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** Jobs of pictures fetch no pages. */
function isRelevant(job: Job, controller: string): boolean {
  return job.jobType !== "image" || !/_(crawl|extract)$/.test(controller);
}
