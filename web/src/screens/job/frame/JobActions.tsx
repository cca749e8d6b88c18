import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconRefresh, IconRowInsertBottom } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { DeleteJobButton } from "../../../parts/job/DeleteJobButton";
import { ExportButton } from "../../../parts/job/export/ExportButton";
import { JobControls } from "../../../parts/job/JobControls";
import { isOpen, type Job } from "../../../parts/job/job";
import { AddRowsDialog } from "./AddRowsDialog";
import { RetryDialog } from "./RetryDialog";

/** The actions on a whole job. */
export function JobActions({ job }: { job: Job }) {
  const [isRetrying, retryDialog] = useDisclosure();
  const [isAdding, addDialog] = useDisclosure();
  const navigate = useNavigate();
  const isCanceled = job.queueState === "CANCELED";
  const hasFinishedRows = job.processedItems > 0;
  return (
    <>
      <JobControls job={job} />
      {!isCanceled && (
        <Button
          size="xs"
          variant="default"
          disabled={!hasFinishedRows}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={retryDialog.open}
        >
          Retry
        </Button>
      )}
      <ExportButton job={job} />
      {job.jobType === "table" && !isCanceled && !(isOpen(job) && job.isBeingRead) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRowInsertBottom size={14} aria-hidden />}
          onClick={addDialog.open}
        >
          Add rows
        </Button>
      )}
      <DeleteJobButton job={job} onDeleted={() => navigate({ to: "/jobs" })} />
      <RetryDialog job={job} opened={isRetrying} onClose={retryDialog.close} />
      <AddRowsDialog job={job} opened={isAdding} onClose={addDialog.close} />
    </>
  );
}
