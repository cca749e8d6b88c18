import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconRefresh, IconRowInsertBottom } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { ExportButton } from "../../../parts/job/export/ExportButton";
import { isOpen, type Job } from "../../../parts/job/job";
import { RemoveButton } from "../../../parts/job/RemoveButton";
import { SteerButtons } from "../../../parts/job/SteerButtons";
import { AddRowsDialog } from "./AddRowsDialog";
import { ReprocessDialog } from "./ReprocessDialog";

/** All that can be done to a job as a whole. */
export function JobActions({ job }: { job: Job }) {
  const [isRedoing, redoing] = useDisclosure();
  const [isAdding, adding] = useDisclosure();
  const navigate = useNavigate();
  const isCanceled = job.queueState === "CANCELED";
  const ended = job.processedItems > 0;
  return (
    <>
      <SteerButtons job={job} />
      {!isCanceled && (
        <Button
          size="xs"
          variant="default"
          disabled={!ended}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={redoing.open}
        >
          Reprocess
        </Button>
      )}
      <ExportButton job={job} />
      {job.jobType === "table" && !isCanceled && !(isOpen(job) && job.isBeingRead) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRowInsertBottom size={14} aria-hidden />}
          onClick={adding.open}
        >
          Add rows
        </Button>
      )}
      <RemoveButton job={job} onRemoved={() => navigate({ to: "/jobs" })} />
      <ReprocessDialog job={job} opened={isRedoing} onClose={redoing.close} />
      <AddRowsDialog job={job} opened={isAdding} onClose={adding.close} />
    </>
  );
}
