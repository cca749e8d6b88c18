import { SimpleGrid, Stack, Text } from "@mantine/core";
import { ControllerCard } from "../../../parts/charts/ControllerCard";
import { useTuning } from "../../../parts/charts/useTuning";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import type { Job } from "../../../parts/job/job";

/** Of the controllers those that a job of this sort goes by, since they decide for all jobs together. */
export function TuningTab({ job }: { job: Job }) {
  const tuning = useTuning();
  if (tuning.isPending) return <Loading rows={2} height={280} label="Loading what tunes itself" />;
  if (tuning.isError)
    return (
      <Problem
        error={tuning.error}
        title="What tunes itself could not be shown"
        onRetry={() => tuning.refetch()}
      />
    );
  const shown = tuning.data.controllers.filter(({ controller }) => isRelevant(job, controller));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        These decide for all jobs together, by what they measure, within their bounds. Each says what it came
        to and why.
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {shown.map((controller) => (
          <ControllerCard key={controller.controller} controller={controller} at={tuning.dataUpdatedAt} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** Pictures have no pages to fetch. */
function isRelevant(job: Job, controller: string): boolean {
  return job.jobType !== "image" || !/_(crawl|extract)$/.test(controller);
}
