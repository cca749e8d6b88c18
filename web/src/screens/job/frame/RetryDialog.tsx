import { Button, Checkbox, Group, Modal, Stack, Switch, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, unwrap } from "../../../api/client";
import { notify } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { formatCount } from "../../../parts/format/numbers";
import type { Job } from "../../../parts/job/job";
import { describeRetry } from "../../../parts/job/retryMessage";
import { useShowJob } from "../../../parts/job/useJobControls";
import { OUTCOMES, type Outcome } from "../../../parts/progress/outcomes";

const RETRYABLE: readonly Outcome[] = OUTCOMES.filter(
  ({ status }) => status !== "PENDING" && status !== "CANCELED",
);
type RetryStatus = NonNullable<Schemas["ReprocessWords"]["statuses"]>[number];
const DEFAULT_STATUSES: RetryStatus[] = ["ERROR", "NOT_FOUND"];

interface Props {
  job: Job;
  opened: boolean;
  onClose: () => void;
}

/** Chooses which rows to retry, and shows how many there are. */
export function RetryDialog({ job, opened, onClose }: Props) {
  const [statuses, setStatuses] = useState<RetryStatus[]>(DEFAULT_STATUSES);
  const [resetAttempts, setReset] = useState(true);
  const showJob = useShowJob();
  const retry = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/jobs/{jobId}/reprocess", {
          params: { path: { jobId: job.jobId } },
          body: { scope: "job", statuses, resetAttempts },
        }),
      ),
    onSuccess: (result) => {
      showJob(result);
      const { message, title } = describeRetry(result);
      notify(message, title);
      if (result.taken > 0 || result.goesOn) onClose();
    },
  });
  const rows = RETRYABLE.reduce(
    (sum, { status, count }) => sum + (statuses.some((chosen) => chosen === status) ? job.counts[count] : 0),
    0,
  );
  return (
    <Modal opened={opened} onClose={onClose} title="Retry rows">
      <Stack>
        <Checkbox.Group
          label="Rows with status"
          value={statuses}
          onChange={(chosen) => setStatuses(chosen as RetryStatus[])}
        >
          <Stack gap="xs" mt="xs">
            {RETRYABLE.map(({ status, label, count }) => (
              <Checkbox
                key={status}
                value={status}
                label={`${label}: ${formatCount(job.counts[count], "row")}`}
                disabled={job.counts[count] === 0}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Switch
          label="Reset attempts"
          description="Otherwise rows without attempts left are skipped."
          checked={resetAttempts}
          onChange={(event) => setReset(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          A retried row loses its result until it has a new one. Lines that could not be read are skipped;
          edit them instead.
        </Text>
        {retry.isError && <Problem error={retry.error} title="Could not retry the rows" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={rows === 0} loading={retry.isPending} onClick={() => retry.mutate()}>
            Retry {formatCount(rows, "row")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
