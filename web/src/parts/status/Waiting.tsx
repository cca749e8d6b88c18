import { Alert, Group, Text } from "@mantine/core";
import { IconHandStop, IconHourglass, IconLoader2, IconPlayerPause } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatDuration } from "../format/numbers";
import { useNow } from "../format/Time";
import {
  findAdvice,
  getWaitingState,
  splitReason,
  toSentence,
  type WaitingReason,
  type WaitingState,
} from "./waitingReason";

const STYLES = {
  running: { color: "blue", text: "blue", Icon: IconLoader2, label: "Running" },
  waiting: { color: "blue", text: "dimmed", Icon: IconHourglass, label: "Waiting" },
  paused: { color: "yellow", text: "yellow.9", Icon: IconPlayerPause, label: "Paused" },
  stuck: { color: "orange", text: "orange.9", Icon: IconHandStop, label: "Action needed" },
} as const satisfies Record<WaitingState, unknown>;

/** Why something is not done yet, in one line. Waiting items count down; stuck items say what to do. */
export function Waiting({ reason }: { reason: WaitingReason }) {
  const state = getWaitingState(reason);
  const { text, Icon, label } = STYLES[state];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" data-state={state}>
      <Text span c={text} lh={1} mt={3} aria-hidden>
        <Icon size={14} />
      </Text>
      <Text span size="sm" miw={0} style={{ overflowWrap: "anywhere" }}>
        <b>{label}:</b> <Reason reason={reason} /> {findAdvice(reason)}
      </Text>
    </Group>
  );
}

/** The same as a notice, with actions. */
export function WaitingNotice({ reason, children }: { reason: WaitingReason; children?: ReactNode }) {
  const state = getWaitingState(reason);
  const { color, Icon, label } = STYLES[state];
  return (
    <Alert
      role="status"
      color={color}
      variant="light"
      icon={<Icon aria-hidden />}
      title={label}
      data-state={state}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        <Reason reason={reason} /> {findAdvice(reason)}
      </Text>
      {children && (
        <Group gap="xs" mt="xs">
          {children}
        </Group>
      )}
    </Alert>
  );
}

function Reason({ reason }: { reason: WaitingReason }) {
  if (reason.until === null) return toSentence(reason.what);
  return <ReasonWithCountdown reason={reason} until={reason.until} />;
}

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

function ReasonWithCountdown({ reason, until }: { reason: WaitingReason; until: string }) {
  const now = useNow(1);
  const moment = new Date(until);
  const seconds = (moment.getTime() - now) / 1000;
  const { before, countdown, after } = splitReason(reason, seconds > 0.5 ? formatDuration(seconds) : null);
  return (
    <>
      {before}{" "}
      <time dateTime={until} title={full.format(moment)}>
        {countdown}
      </time>
      {after}
    </>
  );
}
