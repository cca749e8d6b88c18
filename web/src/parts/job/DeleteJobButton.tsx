import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { getJobName, hasEnded, type Job } from "./job";
import { useDeleteJob } from "./useDeleteJob";

/** Shown for a finished job only: a running job must be canceled first. */
export function DeleteJobButton({ job, onDeleted }: { job: Job; onDeleted?: () => void }) {
  const { isDeleting, confirmDelete } = useDeleteJob(job, onDeleted);
  if (!hasEnded(job)) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={isDeleting}
      leftSection={<IconTrash size={14} aria-hidden />}
      onClick={confirmDelete}
      aria-label={`Delete ${getJobName(job)}`}
    >
      Delete
    </Button>
  );
}
