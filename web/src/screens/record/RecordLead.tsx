import { Badge, Group, Text } from "@mantine/core";
import { formatCode } from "../../parts/format/codes";
import { formatPercent } from "../../parts/format/numbers";
import { Time } from "../../parts/format/Time";
import { getHost } from "../../parts/links/addresses";
import { AnchorLink } from "../../parts/links/links";
import { WebLink } from "../../parts/links/WebLink";
import { isKind } from "../../parts/record/kinds";
import { describeConfidence } from "../../parts/record/provenance";
import { StatusBadge } from "../../parts/status/StatusBadge";
import type { ItemRecord } from "./useRecord";

/** The kind, the status, the source and the times of a record, in one line. */
export function RecordLead({ record: item }: { record: ItemRecord }) {
  const { kind, status, url, confidence, fetchedAt, updatedAt, jobId, itemId } = item;
  return (
    <Group gap="xs">
      {isKind(kind) && (
        <Badge variant="outline" color="gray" tt="none">
          {formatCode(kind)}
        </Badge>
      )}
      <StatusBadge status={status} />
      {url && <WebLink to={url}>{getHost(url)}</WebLink>}
      {confidence !== null && (
        <Text span size="sm">
          Confidence {formatPercent(confidence)}, {describeConfidence(confidence)}
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
          Open job
        </AnchorLink>
      )}
    </Group>
  );
}
