import { Badge } from "@mantine/core";
import {
  IconBan,
  IconCheck,
  IconClock,
  IconLoader2,
  IconPlayerPause,
  IconPlayerSkipForward,
  IconQuestionMark,
  IconX,
} from "@tabler/icons-react";

const LOOKS = {
  PENDING: { color: "gray", Icon: IconClock, word: "Pending" },
  QUEUED: { color: "gray", Icon: IconClock, word: "Queued" },
  PROCESSING: { color: "blue", Icon: IconLoader2, word: "Processing" },
  RUNNING: { color: "blue", Icon: IconLoader2, word: "Running" },
  PAUSED: { color: "yellow", Icon: IconPlayerPause, word: "Paused" },
  DONE: { color: "sheaf", Icon: IconCheck, word: "Done" },
  COMPLETE: { color: "sheaf", Icon: IconCheck, word: "Complete" },
  COMPLETED: { color: "sheaf", Icon: IconCheck, word: "Completed" },
  COMMITTED: { color: "sheaf", Icon: IconCheck, word: "Saved" },
  NOT_FOUND: { color: "orange", Icon: IconQuestionMark, word: "Not found" },
  ERROR: { color: "red", Icon: IconX, word: "Error" },
  FAILED: { color: "red", Icon: IconX, word: "Failed" },
  SKIPPED: { color: "gray", Icon: IconPlayerSkipForward, word: "Skipped" },
  CANCELED: { color: "gray", Icon: IconBan, word: "Canceled" },
  CANCELLED: { color: "gray", Icon: IconBan, word: "Canceled" },
  ABANDONED: { color: "gray", Icon: IconBan, word: "Abandoned" },
} as const;

/** A status by colour, sign and word, so that nobody depends on the colour. */
export function StatusBadge({ status }: { status: string }) {
  const { color, Icon, word } = LOOKS[status as keyof typeof LOOKS] ?? {
    color: "gray",
    Icon: IconClock,
    word: status,
  };
  return (
    <Badge color={color} variant="light" leftSection={<Icon size={12} aria-hidden />} tt="none">
      {word}
    </Badge>
  );
}
