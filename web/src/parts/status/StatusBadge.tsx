import "./StatusBadge.css";
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

const TINTS = Object.fromEntries(
  Object.values(LOOKS).map(({ color }) => [
    color,
    { color: `var(--mantine-color-${color}-light-color)`, background: `var(--mantine-color-${color}-light)` },
  ]),
);

/**
 * A status by colour, sign and word, so that nobody depends on the colour. Plain, and no component of the library's: the
 * grid draws dozens at once, and these took a quarter of what a row does.
 */
export function StatusBadge({ status }: { status: string }) {
  const { color, Icon, word } = LOOKS[status as keyof typeof LOOKS] ?? {
    color: "gray",
    Icon: IconClock,
    word: status,
  };
  return (
    <span className="status-badge" style={TINTS[color]}>
      <Icon size={12} aria-hidden />
      {word}
    </span>
  );
}
