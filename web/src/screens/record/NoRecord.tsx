import { Alert, Stack, Text } from "@mantine/core";
import { IconQuestionMark, IconX } from "@tabler/icons-react";
import { Loading } from "../../parts/feedback/Loading";
import { AnchorLink } from "../../parts/links/links";
import { useWaiting } from "../../parts/status/useWaiting";
import { WaitingNotice } from "../../parts/status/Waiting";
import { Matched } from "./Matched";
import { type ItemRecord, isStillOpen } from "./useRecord";

/** Why there is no record: it is not there yet, or nothing was found. */
export function NoRecord({ record: item }: { record: ItemRecord }) {
  return (
    <Stack style={{ overflowWrap: "anywhere" }}>
      {isStillOpen(item) ? <StillOpen itemId={item.itemId} /> : <Ended item={item} />}
      {item.match && <Matched match={item.match} />}
    </Stack>
  );
}

function StillOpen({ itemId }: { itemId: string }) {
  const reason = useWaiting([itemId]).get(itemId);
  return (
    <>
      <Text size="sm">The record appears here by itself as soon as it is there.</Text>
      {reason && <WaitingNotice reason={reason} />}
      <Loading rows={3} height={80} label="Waiting for the record" />
    </>
  );
}

function Ended({ item: { status, error, jobId, itemId } }: { item: ItemRecord }) {
  const isUnfound = status === "NOT_FOUND";
  return (
    <Alert
      color={isUnfound ? "orange" : "red"}
      icon={isUnfound ? <IconQuestionMark aria-hidden /> : <IconX aria-hidden />}
      title="There is no record of it"
    >
      <Stack gap={6}>
        <Text size="sm">{error?.message ?? "It ended without one."}</Text>
        {error?.code && (
          <Text size="xs">
            Its code is <code>{error.code}</code>.
          </Text>
        )}
        {jobId !== null && (
          <Text size="sm">
            In{" "}
            <AnchorLink
              to="/jobs/$jobId"
              params={{ jobId: String(jobId) }}
              search={{ item: itemId }}
              inherit
              c="inherit"
              underline="always"
            >
              its job
            </AnchorLink>{" "}
            it can be mended and done again.
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
