import { Button, Checkbox, Group, Modal, Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Problem } from "../../feedback/Problem";
import { formatCount } from "../../format/numbers";
import { OUTCOMES } from "../../progress/outcomes";
import { getJobName, type Job } from "../job";
import { downloadExport } from "./download";
import { countExportRows, type ExportChoice } from "./exportRows";

const FORMATS = [
  { value: "xlsx", label: "Excel" },
  { value: "csv", label: "CSV" },
  { value: "jsonl", label: "JSON Lines" },
] as const;
type Format = (typeof FORMATS)[number]["value"];

/** Chooses the rows and the format of an export, and downloads it. */
export function ExportDialog({ job, opened, onClose }: { job: Job; opened: boolean; onClose: () => void }) {
  const [format, setFormat] = useState<Format>("xlsx");
  const [choice, setChoice] = useState<ExportChoice>("all");
  const [statuses, setStatuses] = useState<string[]>([]);
  const rows = countExportRows(job, choice, statuses);
  const download = useMutation({
    mutationFn: () =>
      downloadExport(
        job.jobId,
        choice === "statuses" ? { format, scope: "all", statuses } : { format, scope: choice },
        rows,
      ),
    onSuccess: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`Export ${getJobName(job)}`}>
      <Stack>
        <SegmentedControl
          aria-label="Format"
          fullWidth
          data={[...FORMATS]}
          value={format}
          onChange={(value) => setFormat(value as Format)}
        />
        <Radio.Group label="Rows" value={choice} onChange={(value) => setChoice(value as ExportChoice)}>
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={`All ${formatCount(job.totalItems, "row")}`} />
            <Radio value="changed" label="Changed since the last run" />
            <Radio value="failed" label={`With errors: ${formatCount(job.failedItems, "row")}`} />
            <Radio value="statuses" label="By status" />
          </Stack>
        </Radio.Group>
        {choice === "statuses" && (
          <Checkbox.Group aria-label="Statuses" value={statuses} onChange={setStatuses} pl="lg">
            <Stack gap="xs">
              {OUTCOMES.map(({ status, label, count }) => (
                <Checkbox
                  key={status}
                  value={status}
                  label={`${label}: ${formatCount(job.counts[count], "row")}`}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Text size="sm" c="dimmed">
          The file contains the current results and all columns of your file.
        </Text>
        {download.isError && <Problem error={download.error} title="Could not export" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={download.isPending}
            disabled={choice === "statuses" && statuses.length === 0}
            onClick={() => download.mutate()}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
