import { Alert, Stack, Text } from "@mantine/core";
import { IconQuestionMark, IconX } from "@tabler/icons-react";
import { Loading } from "../../parts/feedback/Loading";
import { AnchorLink } from "../../parts/links/links";
import { useWaiting } from "../../parts/status/useWaiting";
import { WaitingNotice } from "../../parts/status/Waiting";
import { MatchSection } from "./MatchSection";
import { type ItemRecord, isUnfinished } from "./useRecord";

/** Why an item has no record: it is unfinished, or nothing was found. */
export function NoRecord({ record: item }: { record: ItemRecord }) {
  return (
    <Stack style={{ overflowWrap: "anywhere" }}>
      {isUnfinished(item) ? <UnfinishedNotice itemId={item.itemId} /> : <FinishedNotice item={item} />}
      {item.match && <MatchSection match={item.match} />}
    </Stack>
  );
}

function UnfinishedNotice({ itemId }: { itemId: string }) {
  const reason = useWaiting([itemId]).get(itemId);
  return (
    <>
      <Text size="sm">The record appears here as soon as it is ready.</Text>
      {reason && <WaitingNotice reason={reason} />}
      <Loading rows={3} height={80} label="Waiting for the record" />
    </>
  );
}

function FinishedNotice({ item: { status, error, jobId, itemId } }: { item: ItemRecord }) {
  const isNotFound = status === "NOT_FOUND";
  return (
    <Alert
      color={isNotFound ? "orange" : "red"}
      icon={isNotFound ? <IconQuestionMark aria-hidden /> : <IconX aria-hidden />}
      title="No record"
    >
      <Stack gap={6}>
        <Text size="sm">{error?.message ?? "The item finished without a record."}</Text>
        {error?.code && (
          <Text size="xs">
            Error code: <code>{error.code}</code>
          </Text>
        )}
        {jobId !== null && (
          <Text size="sm">
            To edit or retry it, open{" "}
            <AnchorLink
              to="/jobs/$jobId"
              params={{ jobId: String(jobId) }}
              search={{ item: itemId }}
              inherit
              c="inherit"
              underline="always"
            >
              its row in the job
            </AnchorLink>
            .
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
