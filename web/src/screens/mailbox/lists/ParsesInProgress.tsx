import { Button, Stack, Text, Title } from "@mantine/core";
import type { StreamState } from "../../../api/stream";
import { Time } from "../../../parts/format/Time";
import { type ListedParse, useParse } from "../../../parts/parses";
import { Waiting } from "../../../parts/status/Waiting";
import { parseWaitingMessage } from "../../../parts/status/waitingReason";
import { useCancel } from "../actions";
import { getParseName } from "../parseText";
import { useParsesInProgress } from "../queries";
import { RowFrame } from "./ParseRow";

// Each explanation costs a request.
const MAX_EXPLAINED = 10;

/** The parses that have not ended, with the reason why they wait. Not shown while there are none. */
export function ParsesInProgress({ stream }: { stream: StreamState }) {
  const inProgress = useParsesInProgress(stream);
  const parses = inProgress.data ?? [];
  if (parses.length === 0) return null;
  return (
    <section aria-label="In progress">
      <Title order={2} size="h4" mb="xs">
        In progress
      </Title>
      <Stack component="ul" gap="xs" p={0} m={0}>
        {parses.map((parse, index) => (
          <InProgressRow key={parse.id} parse={parse} isExplained={index < MAX_EXPLAINED} />
        ))}
      </Stack>
    </section>
  );
}

function InProgressRow({ parse, isExplained }: { parse: ListedParse; isExplained: boolean }) {
  const cancel = useCancel();
  const explained = useParse(isExplained ? parse.id : null);
  const reason = explained.data?.waiting_for;
  return (
    <RowFrame
      parse={parse}
      facts={
        <>
          sent <Time at={parse.created_at} />
        </>
      }
      actions={
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.ask(parse.id)}
          aria-label={`Cancel: ${getParseName(parse)}`}
        >
          Cancel
        </Button>
      }
    >
      {reason ? (
        <Waiting reason={parseWaitingMessage(reason)} />
      ) : (
        <Text size="sm">{parse.status === "RUNNING" ? "Reading…" : "Reading starts soon."}</Text>
      )}
    </RowFrame>
  );
}
