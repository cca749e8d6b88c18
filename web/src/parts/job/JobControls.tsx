import { Button } from "@mantine/core";
import { IconBan, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { getJobName, isOpen, type Job } from "./job";
import { useJobControls } from "./useJobControls";

/** The buttons that pause, resume and cancel a job, as far as its state allows it. */
export function JobControls({ job, size = "xs" }: { job: Job; size?: string }) {
  const { isChanging, pause, resume, cancel } = useJobControls(job);
  if (!isOpen(job)) return null;
  const isPaused = job.queueState === "PAUSED";
  return (
    <>
      <Button
        size={size}
        variant="default"
        disabled={isChanging}
        leftSection={
          isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
        }
        onClick={isPaused ? resume : pause}
        aria-label={`${isPaused ? "Resume" : "Pause"} ${getJobName(job)}`}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button
        size={size}
        variant="default"
        disabled={isChanging}
        leftSection={<IconBan size={14} aria-hidden />}
        onClick={cancel}
        aria-label={`Cancel ${getJobName(job)}`}
      >
        Cancel
      </Button>
    </>
  );
}
