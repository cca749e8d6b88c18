import { Button, Checkbox, Group, Modal, Stack, Switch, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, told } from "../../../api/client";
import { tell } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { plural } from "../../../parts/format/numbers";
import type { Job } from "../../../parts/job/job";
import { redoneWords } from "../../../parts/job/redone";
import { useJobTold } from "../../../parts/job/useJobActs";
import { OUTCOMES, type Outcome } from "../../../parts/progress/outcomes";

const AGAIN: readonly Outcome[] = OUTCOMES.filter(
  ({ status }) => status !== "PENDING" && status !== "CANCELED",
);
type Again = NonNullable<Schemas["ReprocessWords"]["statuses"]>[number];
const AT_FIRST: Again[] = ["ERROR", "NOT_FOUND"];

interface Props {
  job: Job;
  opened: boolean;
  onClose: () => void;
}

/** Which rows are done again, in words and numbers before it is done. */
export function ReprocessDialog({ job, opened, onClose }: Props) {
  const [statuses, setStatuses] = useState<Again[]>(AT_FIRST);
  const [resetAttempts, setReset] = useState(true);
  const showTold = useJobTold();
  const redo = useMutation({
    mutationFn: () =>
      told(
        api.POST("/api/jobs/{jobId}/reprocess", {
          params: { path: { jobId: job.jobId } },
          body: { scope: "job", statuses, resetAttempts },
        }),
      ),
    onSuccess: (told) => {
      showTold(told);
      const { message, title } = redoneWords(told);
      tell(message, title);
      if (told.taken > 0 || told.goesOn) onClose();
    },
  });
  const rows = AGAIN.reduce(
    (sum, { status, count }) => sum + (statuses.some((chosen) => chosen === status) ? job.counts[count] : 0),
    0,
  );
  return (
    <Modal opened={opened} onClose={onClose} title="Reprocess rows">
      <Stack>
        <Checkbox.Group
          label="Rows that are"
          value={statuses}
          onChange={(chosen) => setStatuses(chosen as Again[])}
        >
          <Stack gap="xs" mt="xs">
            {AGAIN.map(({ status, word, count }) => (
              <Checkbox
                key={status}
                value={status}
                label={`${word}: ${plural(job.counts[count], "row")}`}
                disabled={job.counts[count] === 0}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Switch
          label="Reset attempts"
          description="Else rows that have had all their attempts are left alone."
          checked={resetAttempts}
          onChange={(event) => setReset(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          A row that is done again loses its result until it has a new one. Lines that could not be read are
          passed over: edit them instead.
        </Text>
        {redo.isError && <Problem error={redo.error} title="The rows could not be done again" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Leave them
          </Button>
          <Button disabled={rows === 0} loading={redo.isPending} onClick={() => redo.mutate()}>
            Reprocess {plural(rows, "row")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
