import { Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../api/client";
import { useSession } from "../../api/session";
import { formatCount, formatNumber } from "../../parts/format/numbers";
import { Time } from "../../parts/format/Time";
import { JobStatusBadge } from "../../parts/job/JobStatusBadge";
import { getJobName } from "../../parts/job/job";
import { AnchorLink } from "../../parts/links/links";

const MAX_SHOWN = 6;

/** Loads the latest jobs. A guest has none, and is not asked to sign in. */
export function useRecentJobs() {
  const email = useSession()?.user.email;
  return useQuery({
    queryKey: ["jobs", "recent", email],
    queryFn: () => unwrap(api.GET("/api/jobs", { params: { query: { pageSize: MAX_SHOWN } } })),
    enabled: email !== undefined,
  });
}

export function RecentJobs({ jobs }: { jobs: readonly Schemas["JobShape"][] }) {
  return (
    <section aria-labelledby="recent-jobs">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="recent-jobs">
          Recent jobs
        </Title>
        <AnchorLink to="/jobs" size="sm">
          All jobs
        </AnchorLink>
      </Group>
      <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {jobs.map((job) => (
          <Group key={job.jobId} component="li" gap="sm" justify="space-between" py={4}>
            <AnchorLink
              to="/jobs/$jobId"
              params={{ jobId: String(job.jobId) }}
              size="sm"
              style={{ overflowWrap: "anywhere", flex: "1 1 200px" }}
            >
              {getJobName(job)}
            </AnchorLink>
            <Text size="sm" c="dimmed">
              {formatNumber(job.processedItems)} of {formatCount(job.totalItems, "item")} done,{" "}
              <Time at={job.createdAt} />
            </Text>
            <JobStatusBadge job={job} />
          </Group>
        ))}
      </Stack>
    </section>
  );
}
