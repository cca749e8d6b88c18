import { Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { formatCount } from "../../../parts/format/numbers";
import type { Job } from "../../../parts/job/job";
import { useWaiting } from "../../../parts/status/useWaiting";
import { Waiting } from "../../../parts/status/Waiting";
import { groupReasons } from "./waitingGroups";

const MAX_ROWS = 100; // rows are processed in file order
const POLL_MS = 5_000;
const MAX_GROUPS = 5;

/** Why the next rows wait, grouped by reason. */
export function WaitingReasons({ job }: { job: Job }) {
  const next = useQuery({
    queryKey: ["next-rows", job.jobId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/jobs/{jobId}/items", {
          params: {
            path: { jobId: job.jobId },
            query: { statuses: "PENDING,PROCESSING", sort: "row", pageSize: MAX_ROWS },
          },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  });
  const rows = next.data?.items ?? [];
  const reasons = useWaiting(rows.map(({ id }) => id));
  const groups = groupReasons(reasons.values());
  if (groups.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Why rows wait">
      <Text size="sm" fw={600} mb={4}>
        {rows.length < MAX_ROWS ? "Why rows wait" : `Why the next ${MAX_ROWS} rows wait`}
      </Text>
      <Stack gap={4}>
        {groups.slice(0, MAX_GROUPS).map(({ reason, count }) => (
          <Group key={`${reason.code} ${reason.what}`} gap="xs" wrap="nowrap" align="flex-start">
            <Text size="sm" w={70} style={{ flex: "none", fontVariantNumeric: "tabular-nums" }}>
              {formatCount(count, "row")}
            </Text>
            <Waiting reason={reason} />
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
