import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { hasEnded, type Job, nameOf } from "./job";
import { useDeleteJob } from "./useDeleteJob";

/** For a job that has ended: one that has not is canceled first. */
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
      aria-label={`Remove ${nameOf(job)}`}
    >
      Remove
    </Button>
  );
}
