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

const LOOKS = {
  well: { color: "sheaf", Icon: IconCheck },
  busy: { color: "blue", Icon: IconLoader2 },
  waits: { color: "yellow", Icon: IconClock },
  idle: { color: "gray", Icon: IconClock },
  paused: { color: "yellow", Icon: IconPlayerPause },
  off: { color: "gray", Icon: IconPower },
  warns: { color: "orange", Icon: IconAlertTriangle },
  fails: { color: "red", Icon: IconX },
} as const;

export type Tone = keyof typeof LOOKS;

/** How something is, by word, sign and colour. */
export function Sign({ tone, word }: { tone: Tone; word: string }) {
  const { color, Icon } = LOOKS[tone];
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      miw="max-content"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {word}
    </Badge>
  );
}
