import { Group } from "@mantine/core";
import type { Job } from "../../../parts/job/job";
import { Legend } from "../../../parts/progress/Legend";
import { Pace } from "../../../parts/progress/Pace";
import { ProgressBar } from "../../../parts/progress/ProgressBar";
import { ProgressPill } from "../../../parts/progress/ProgressPill";

/** The progress of a job: the bar, the counts by status, and the remaining time. */
export function JobProgress({ job }: { job: Job }) {
  return (
    <section aria-label="Progress">
      <Group gap="sm" wrap="nowrap" mb={6}>
        <div style={{ flex: 1 }}>
          <ProgressBar job={job} size="xl" />
        </div>
        <ProgressPill job={job} />
      </Group>
      <Group justify="space-between" gap="xs" mih={24}>
        <Legend job={job} />
        <Pace job={job} />
      </Group>
    </section>
  );
}
