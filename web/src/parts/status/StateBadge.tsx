import { Badge } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconLoader2,
  IconPlayerPause,
  IconPower,
  IconX,
} from "@tabler/icons-react";

const STYLES = {
  ok: { color: "sheaf", Icon: IconCheck },
  busy: { color: "blue", Icon: IconLoader2 },
  waiting: { color: "yellow", Icon: IconClock },
  idle: { color: "gray", Icon: IconClock },
  paused: { color: "yellow", Icon: IconPlayerPause },
  off: { color: "gray", Icon: IconPower },
  warning: { color: "orange", Icon: IconAlertTriangle },
  error: { color: "red", Icon: IconX },
} as const;

export type Tone = keyof typeof STYLES;

/** A state as a label with an icon and a color. */
export function StateBadge({ tone, label }: { tone: Tone; label: string }) {
  const { color, Icon } = STYLES[tone];
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      miw="max-content"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {label}
    </Badge>
  );
}
