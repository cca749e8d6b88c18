import { Stack, Text } from "@mantine/core";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { ApiError } from "../../api/client";
import type { StreamState } from "../../api/stream";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { JobStatusBadge } from "../../parts/job/JobStatusBadge";
import { JobTypeChip } from "../../parts/job/JobTypeChip";
import { getJobName, getJobSource, isOpen, type Job } from "../../parts/job/job";
import { useLiveJob } from "../../parts/job/liveJob";
import { AnchorLink } from "../../parts/links/links";
import { Screen } from "../../parts/shell/Screen";
import { JobActions } from "./frame/JobActions";
import { JobFacts } from "./frame/JobFacts";
import { JobNotices } from "./frame/JobNotices";
import { JobProgress } from "./frame/JobProgress";
import { JobTabs } from "./frame/JobTabs";
import { type JobSearch, parseJobSearch } from "./search";

export function JobScreen() {
  const { jobId } = useParams({ from: "/jobs/$jobId" });
  const { job, stream } = useLiveJob(Number(jobId));
  if (job.data) return <JobFrame job={job.data} stream={stream} />;
  return (
    <Screen
      title={`Job ${jobId}`}
      lead={
        <AnchorLink to="/jobs" underline="always">
          All jobs
        </AnchorLink>
      }
      wide
    >
      {job.isError ? (
        <Problem
          error={job.error}
          title={isGone(job.error) ? "Job not found" : "Could not load the job"}
          onRetry={() => job.refetch()}
        />
      ) : (
        <Loading rows={6} height={64} label="Loading the job" />
      )}
    </Screen>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

function JobFrame({ job, stream }: { job: Job; stream: StreamState }) {
  const search = useSearch({ from: "/jobs/$jobId" });
  const navigate = useNavigate({ from: "/jobs/$jobId" });
  const change = useCallback(
    (part: Partial<JobSearch>) =>
      navigate({
        search: (before) => parseJobSearch({ ...before, ...part }),
        // The back button closes an item and returns to a tab; it does not undo filters one by one.
        replace: !("item" in part || "tab" in part),
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <Screen
      wide
      title={getJobName(job)}
      lead={
        <>
          <AnchorLink to="/jobs" underline="always">
            All jobs
          </AnchorLink>{" "}
          · Job {job.jobId} <JobStatusBadge job={job} /> <JobTypeChip type={getJobSource(job)} />
          {isOpen(job) && stream === "reconnecting" && (
            <Text span size="sm" role="status" ml="xs">
              Reconnecting…
            </Text>
          )}
        </>
      }
      actions={<JobActions job={job} />}
    >
      <Stack gap="sm">
        <JobProgress job={job} />
        <JobFacts job={job} />
        <JobNotices job={job} />
        <JobTabs job={job} search={search} onSearch={change} />
      </Stack>
    </Screen>
  );
}
