import { Button, Stack, Text, Title } from "@mantine/core";
import type { StreamState } from "../../../api/stream";
import { Time } from "../../../parts/format/Time";
import { type ListedParse, useParse } from "../../../parts/parses";
import { Waiting } from "../../../parts/status/Waiting";
import { parseWaitingMessage } from "../../../parts/status/waitingReason";
import { useCancel } from "../acts";
import { useUnderWay } from "../listing";
import { RowFrame } from "../ParseRow";
import { nameOf } from "../words";

// Each of these is asked what it waits for; of more than that nobody reads it.
const MOST_EXPLAINED = 10;

/** What is being read, and what it waits for. Takes no room while there is nothing. */
export function UnderWay({ stream }: { stream: StreamState }) {
  const underWay = useUnderWay(stream);
  const parses = underWay.data ?? [];
  if (parses.length === 0) return null;
  return (
    <section aria-label="Under way">
      <Title order={2} size="h4" mb="xs">
        Under way
      </Title>
      <Stack component="ul" gap="xs" p={0} m={0}>
        {parses.map((parse, place) => (
          <UnderWayRow key={parse.id} parse={parse} isExplained={place < MOST_EXPLAINED} />
        ))}
      </Stack>
    </section>
  );
}

function UnderWayRow({ parse, isExplained }: { parse: ListedParse; isExplained: boolean }) {
  const cancel = useCancel();
  const asked = useParse(isExplained ? parse.id : null);
  const reason = asked.data?.waiting_for;
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
          aria-label={`Cancel: ${nameOf(parse)}`}
        >
          Cancel
        </Button>
      }
    >
      {reason ? (
        <Waiting reason={parseWaitingMessage(reason)} />
      ) : (
        <Text size="sm">It is being read, or is about to be.</Text>
      )}
    </RowFrame>
  );
}
