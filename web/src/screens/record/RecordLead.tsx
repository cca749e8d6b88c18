import { Badge, Group, Text } from "@mantine/core";
import { AnchorLink } from "../../parts/links";
import { percent } from "../../parts/numbers";
import { hostOf } from "../../parts/record/addresses";
import { inWords } from "../../parts/record/codes";
import { surenessInWords } from "../../parts/record/provenance";
import { isKind } from "../../parts/record/types";
import { WebLink } from "../../parts/record/WebLink";
import { StatusBadge } from "../../parts/StatusBadge";
import { Time } from "../../parts/Time";
import type { ItemRecord } from "./useRecord";

/** What it is, where it came from and when, in one line. */
export function RecordLead({ record: item }: { record: ItemRecord }) {
  const { kind, status, url, confidence, fetchedAt, updatedAt, jobId, itemId } = item;
  return (
    <Group gap="xs">
      {isKind(kind) && (
        <Badge variant="outline" color="gray" tt="none">
          {inWords(kind)}
        </Badge>
      )}
      <StatusBadge status={status} />
      {url && <WebLink to={url}>{hostOf(url)}</WebLink>}
      {confidence !== null && (
        <Text span size="sm">
          {percent(confidence)}, {surenessInWords(confidence)}
        </Text>
      )}
      {fetchedAt && (
        <Text span size="sm">
          Fetched <Time at={fetchedAt} />
        </Text>
      )}
      <Text span size="sm">
        {item.record ? "Last changed" : "Updated"} <Time at={updatedAt} />
      </Text>
      {jobId !== null && (
        <AnchorLink to="/jobs/$jobId" params={{ jobId: String(jobId) }} search={{ item: itemId }} size="sm">
          Go to its job
        </AnchorLink>
      )}
    </Group>
  );
}
