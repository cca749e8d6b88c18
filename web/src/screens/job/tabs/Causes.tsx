import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { notify, notifyError } from "../../../parts/feedback/notify";
import { formatCount } from "../../../parts/format/numbers";
import type { Job } from "../../../parts/job/job";
import { describeRetry } from "../../../parts/job/retryMessage";
import { useShowJob } from "../../../parts/job/useJobControls";
import { StatusBadge } from "../../../parts/status/StatusBadge";
import type { TabProps } from "../frame/JobTabs";

type Cause = Schemas["JobCauseShape"];

const BAD_ROW = "bad_row"; // such a row must be edited before a retry

/** The causes of errors, most frequent first. Each shows its rows on request. */
export function Causes({ job, search, onSearch }: TabProps) {
  const causes = useQuery({
    queryKey: ["causes", job.jobId, job.failedItems],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/jobs/{jobId}/causes", { params: { path: { jobId: job.jobId } }, signal })),
    placeholderData: (before) => before,
  });
  if (!causes.data) return null; // the rows below show their errors too
  return (
    <Paper withBorder p="sm" component="section" aria-label="Causes">
      <Text size="sm" fw={600} mb="xs">
        Causes{causes.data.isWhole ? "" : " of the latest errors"}
      </Text>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {causes.data.causes.map((cause) => (
          <CauseLine
            key={`${cause.status} ${cause.code}`}
            job={job}
            cause={cause}
            isChosen={search.reason === cause.code && cause.code !== null}
            onChoose={(reason) => onSearch({ reason })}
          />
        ))}
      </Stack>
    </Paper>
  );
}

interface LineProps {
  job: Job;
  cause: Cause;
  isChosen: boolean;
  onChoose: (reason: string | undefined) => void;
}

function CauseLine({ job, cause, isChosen, onChoose }: LineProps) {
  const { code, status, items, message } = cause;
  return (
    <Group component="li" gap="sm" justify="space-between" align="flex-start">
      <Group gap="sm" align="flex-start" style={{ flex: "1 1 300px" }}>
        <StatusBadge status={status} />
        <Text size="sm" style={{ flex: 1, minWidth: 200, overflowWrap: "anywhere" }}>
          <b>{formatCount(items, "row")}</b> · {code ?? "no code"}
          {message && (
            <Text span c="dimmed" size="sm" lineClamp={2}>
              {message}
            </Text>
          )}
        </Text>
      </Group>
      <Group gap="xs">
        {code !== null && (
          <Button
            size="compact-sm"
            variant={isChosen ? "filled" : "default"}
            aria-label={isChosen ? `Show all errors, not only ${code}` : `Show rows with ${code}`}
            onClick={() => onChoose(isChosen ? undefined : code)}
          >
            {isChosen ? "Show all" : "Show"}
          </Button>
        )}
        {code !== null && code !== BAD_ROW && job.queueState !== "CANCELED" && (
          <RetryButton job={job} cause={cause} />
        )}
      </Group>
    </Group>
  );
}

function RetryButton({ job, cause: { code, status, items } }: { job: Job; cause: Cause }) {
  const showJob = useShowJob();
  const retry = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/jobs/{jobId}/reprocess", {
          params: { path: { jobId: job.jobId } },
          body: {
            scope: "job",
            statuses: [status === "ERROR" ? "ERROR" : "NOT_FOUND"],
            reasons: code === null ? undefined : [code],
            resetAttempts: true,
          },
        }),
      ),
    onSuccess: (result) => {
      showJob(result);
      const { message, title } = describeRetry(result);
      notify(message, title);
    },
    onError: (error) => notifyError(error, "Could not retry the rows"),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={retry.isPending}
      leftSection={<IconRefresh size={14} aria-hidden />}
      aria-label={`Retry rows with ${code}`}
      onClick={() =>
        confirm({
          title: `Retry ${formatCount(items, "row")}?`,
          consequence: `All rows of this job with the error ${code} are retried, and their attempts are reset.`,
          confirmLabel: `Retry ${formatCount(items, "row")}`,
          onConfirm: () => retry.mutate(),
        })
      }
    >
      Retry
    </Button>
  );
}
