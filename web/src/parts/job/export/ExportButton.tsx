import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { getJobName, type Job } from "../job";
import { ExportDialog } from "./ExportDialog";

export function ExportButton({ job, size = "xs" }: { job: Job; size?: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        disabled={job.totalItems === 0}
        onClick={open}
        aria-label={`Export ${getJobName(job)}`}
      >
        Export
      </Button>
      <ExportDialog job={job} opened={isOpen} onClose={close} />
    </>
  );
}
