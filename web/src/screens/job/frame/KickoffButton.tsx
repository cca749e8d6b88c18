import { Button } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import type { Job } from "../../../parts/job/job";
import { useKickoff } from "./useKickoff";

/** Lets the server itself work on the job while the page is open: a way on where no worker runs. */
export function KickoffButton({ job }: { job: Job }) {
  const { isWorking, start, stop } = useKickoff(job);
  if (isWorking) {
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        onClick={stop}
      >
        Stop working on it
      </Button>
    );
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      onClick={start}
    >
      Let the server work on it
    </Button>
  );
}
