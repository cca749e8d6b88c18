import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { refresh } from "../../../api/refresh";
import { notify } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { formatCount, formatNumber } from "../../../parts/format/numbers";
import { getJobKey, type Job } from "../../../parts/job/job";
import { MAX_ADDED_ROWS, parseRows } from "./addedRows";

interface Props {
  job: Job;
  opened: boolean;
  onClose: () => void;
}

/** Adds rows at the end of a job. The input is kept until the rows are added. */
export function AddRowsDialog({ job, opened, onClose }: Props) {
  const [text, setText] = useState("");
  // With the same key, rows that are sent again after a lost connection are added once.
  const [key, setKey] = useState(() => randomId("rows-"));
  const queries = useQueryClient();
  const rows = parseRows(text);
  const add = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/jobs/{jobId}/items", {
          params: { path: { jobId: job.jobId }, header: { "Idempotency-Key": key } },
          body: { rows },
        }),
      ),
    onSuccess: ({ firstRow, lastRow }) => {
      notify(
        firstRow === lastRow
          ? `Row ${formatNumber(firstRow)}.`
          : `Rows ${formatNumber(firstRow)} to ${formatNumber(lastRow)}.`,
        `${formatCount(rows.length, "row")} added`,
      );
      setText("");
      setKey(randomId("rows-"));
      refresh(queries, { queryKey: getJobKey(job.jobId) });
      onClose();
    },
  });
  const tooMany = rows.length > MAX_ADDED_ROWS;
  return (
    <Modal opened={opened} onClose={onClose} title="Add rows" size="lg">
      <Stack>
        <Textarea
          label="Rows"
          description="One URL or title per line, or cells copied from a spreadsheet, including the header row."
          autosize
          minRows={6}
          maxRows={14}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setKey(randomId("rows-"));
          }}
          error={
            tooMany &&
            `Add at most ${formatNumber(MAX_ADDED_ROWS)} rows at a time. These are ${formatNumber(rows.length)}.`
          }
        />
        <Text size="sm" c="dimmed" role="status">
          {rows.length === 0
            ? "No rows yet."
            : `${formatCount(rows.length, "row")} will be added after row ${formatNumber(job.totalItems)}.`}
        </Text>
        {add.isError && <Problem error={add.error} title="Could not add the rows" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={rows.length === 0 || tooMany}
            loading={add.isPending}
            onClick={() => add.mutate()}
          >
            Add {formatCount(rows.length, "row")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
