import { Button, Group, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { EmptyState } from "../../parts/feedback/EmptyState";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { AnchorLink, ButtonLink } from "../../parts/links/links";
import { Screen } from "../../parts/shell/Screen";
import { JobCard } from "./JobCard";
import { JobsFilters } from "./JobsFilters";
import { isNarrowed, type JobsSearch } from "./search";
import { useJobs } from "./useJobs";

export function JobsScreen() {
  const search = useSearch({ from: "/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  return (
    <Screen
      title="Jobs"
      lead="The tables, URLs and pictures that you sent, with their progress and results."
      actions={
        <ButtonLink to="/" leftSection={<IconPlus size={16} aria-hidden />}>
          New job
        </ButtonLink>
      }
    >
      <Stack>
        <JobsFilters search={search} onSearch={(chosen) => navigate({ search: chosen, replace: true })} />
        <JobList search={search} />
      </Stack>
    </Screen>
  );
}

function JobList({ search }: { search: JobsSearch }) {
  const jobs = useJobs(search);
  if (jobs.isPending) return <Loading rows={4} height={132} label="Loading jobs" />;
  if (jobs.isError && jobs.data === undefined)
    return <Problem error={jobs.error} title="Could not load the jobs" onRetry={() => jobs.refetch()} />;
  const loadedJobs = jobs.data.pages.flatMap((page) => page.jobs);
  if (loadedJobs.length === 0) return <NoJobs isFiltered={isNarrowed(search)} />;
  return (
    <Stack>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label="Jobs">
        {loadedJobs.map((job) => (
          <JobCard key={job.jobId} job={job} />
        ))}
      </Stack>
      {jobs.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => jobs.fetchNextPage()}>
            Show older jobs
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function NoJobs({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No jobs match the filters"
        action={
          <AnchorLink to="/jobs" search={{}}>
            Clear filters
          </AnchorLink>
        }
      >
        Try another state or type.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="You have no jobs yet" action={<ButtonLink to="/">Send a file</ButtonLink>}>
      A job is a file whose rows Garner processes one by one: a spreadsheet of products, a list of URLs, or a
      set of pictures. Drop a file on the start page. Then follow its progress here, see what failed and why,
      and export the results.
    </EmptyState>
  );
}
