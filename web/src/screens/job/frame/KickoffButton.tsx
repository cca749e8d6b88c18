import { Button } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import type { Job } from "../../../parts/job/job";
import { useKickoff } from "./useKickoff";

/** Runs the job in the server while the page is open, for when no worker is running. */
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
        Stop
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
      Run on the server
    </Button>
  );
}
