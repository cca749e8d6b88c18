import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { hasEnded, type Job, nameOf } from "./job";
import { useRemoveJob } from "./useRemoveJob";

/** For a job that has ended: one that has not is canceled first. */
export function RemoveButton({ job, onRemoved }: { job: Job; onRemoved?: () => void }) {
  const { isRemoving, remove } = useRemoveJob(job, onRemoved);
  if (!hasEnded(job)) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={isRemoving}
      leftSection={<IconTrash size={14} aria-hidden />}
      onClick={remove}
      aria-label={`Remove ${nameOf(job)}`}
    >
      Remove
    </Button>
  );
}
