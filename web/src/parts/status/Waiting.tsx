import { Alert, Group, Text } from "@mantine/core";
import { IconHandStop, IconHourglass, IconLoader2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { duration } from "../format/numbers";
import { useNow } from "../format/Time";
import {
  adviceFor,
  toSentence,
  type WaitingReason,
  type WaitingState,
  waitingStateOf,
} from "./waitingReason";

const LOOKS = {
  "under way": { color: "blue", text: "blue", Icon: IconLoader2, word: "Under way" },
  slow: { color: "blue", text: "dimmed", Icon: IconHourglass, word: "Waits" },
  stuck: { color: "orange", text: "orange.9", Icon: IconHandStop, word: "Stuck" },
} as const satisfies Record<WaitingState, unknown>;

/** Why something is not done yet, in one line. What is slow goes on by itself and counts down; what is stuck does not. */
export function Waiting({ reason }: { reason: WaitingReason }) {
  const state = waitingStateOf(reason);
  const { text, Icon, word } = LOOKS[state];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" data-standing={state}>
      <Text span c={text} lh={1} mt={3} aria-hidden>
        <Icon size={14} />
      </Text>
      <Text span size="sm" miw={0} style={{ overflowWrap: "anywhere" }}>
        <b>{word}:</b> {toSentence(reason.what)} <Until reason={reason} /> {adviceFor(reason)}
      </Text>
    </Group>
  );
}

/** The same where there is room, with what can be done about it. */
export function WaitingNotice({ reason, children }: { reason: WaitingReason; children?: ReactNode }) {
  const state = waitingStateOf(reason);
  const { color, Icon } = LOOKS[state];
  return (
    <Alert
      role="status"
      color={color}
      variant="light"
      icon={<Icon aria-hidden />}
      title={state === "stuck" ? "It does not go on by itself" : "It goes on by itself"}
      data-standing={state}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {toSentence(reason.what)} <Until reason={reason} /> {adviceFor(reason)}
      </Text>
      {children && (
        <Group gap="xs" mt="xs">
          {children}
        </Group>
      )}
    </Alert>
  );
}

function Until({ reason }: { reason: WaitingReason }) {
  return reason.until === null ? null : <CountDown until={reason.until} />;
}

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

function CountDown({ until }: { until: string }) {
  const now = useNow(1);
  const moment = new Date(until);
  const seconds = (moment.getTime() - now) / 1000;
  return (
    <time dateTime={until} title={full.format(moment)}>
      {seconds > 0.5 ? `It goes on in ${duration(seconds)}.` : "It is about to go on."}
    </time>
  );
}
