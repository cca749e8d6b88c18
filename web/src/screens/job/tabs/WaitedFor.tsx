import { Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, told } from "../../../api/client";
import { plural } from "../../../parts/format/numbers";
import type { Job } from "../../../parts/job/job";
import { useWaiting } from "../../../parts/status/useWaiting";
import { Waiting } from "../../../parts/status/Waiting";
import { grouped } from "./waitingGroups";

const LOOKED_AT = 100; // the first of them: rows go on in the order of the file
const EVERY_MS = 5_000;
const MOST_SHOWN = 5;

/** What the rows that come next wait for, those that wait for the same together. */
export function WaitedFor({ job }: { job: Job }) {
  const next = useQuery({
    queryKey: ["next-rows", job.jobId],
    queryFn: ({ signal }) =>
      told(
        api.GET("/api/jobs/{jobId}/items", {
          params: {
            path: { jobId: job.jobId },
            query: { statuses: "PENDING,PROCESSING", sort: "row", pageSize: LOOKED_AT },
          },
          signal,
        }),
      ),
    refetchInterval: EVERY_MS,
  });
  const rows = next.data?.items ?? [];
  const reasons = useWaiting(rows.map(({ id }) => id));
  const groups = grouped(reasons.values());
  if (groups.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label="What they wait for">
      <Text size="sm" fw={600} mb={4}>
        {rows.length < LOOKED_AT ? "What they wait for" : `What the next ${LOOKED_AT} wait for`}
      </Text>
      <Stack gap={4}>
        {groups.slice(0, MOST_SHOWN).map(({ reason, count }) => (
          <Group key={`${reason.code} ${reason.what}`} gap="xs" wrap="nowrap" align="flex-start">
            <Text size="sm" w={70} style={{ flex: "none", fontVariantNumeric: "tabular-nums" }}>
              {plural(count, "row")}
            </Text>
            <Waiting reason={reason} />
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
