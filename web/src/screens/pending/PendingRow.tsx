import { Checkbox, Group, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { api, type Schemas, unwrap } from "../../api/client";
import { formatNumber } from "../../parts/format/numbers";
import { Time } from "../../parts/format/Time";
import { JobTypeChip } from "../../parts/job/JobTypeChip";
import { getJobKey, getJobSource } from "../../parts/job/job";
import { AnchorLink } from "../../parts/links/links";
import { ProgressPill } from "../../parts/progress/ProgressPill";
import { StatusBadge } from "../../parts/status/StatusBadge";
import { Waiting } from "../../parts/status/Waiting";
import type { WaitingReason } from "../../parts/status/waitingReason";

export type PendingItem = Schemas["PendingItemShape"];

interface Props {
  item: PendingItem;
  reason: WaitingReason | undefined;
  showsOwner: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  index: number;
  ref: Ref<HTMLTableRowElement>;
}

/** One unfinished item: its job, its worker, and why it waits. */
export function PendingRow({ item, reason, showsOwner, isSelected, onSelect, index, ref }: Props) {
  const jobId = String(item.jobId);
  const job = useJob(item.jobId);
  return (
    <Table.Tr ref={ref} data-index={index} aria-rowindex={index + 2}>
      <Table.Td>
        <Checkbox
          aria-label={`Select row ${item.row} of job ${jobId}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <AnchorLink
          to="/jobs/$jobId"
          params={{ jobId }}
          search={{ tab: "pending", item: item.id }}
          size="sm"
          title={item.id}
        >
          {item.id.slice(-8)}
        </AnchorLink>
        <Text size="xs" c="dimmed">
          Row {formatNumber(item.row)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <AnchorLink
            to="/jobs/$jobId"
            params={{ jobId }}
            search={{ tab: "pending" }}
            size="sm"
            aria-label={`Open job ${jobId}`}
          >
            Job {jobId}
          </AnchorLink>
          {job.data && <ProgressPill job={job.data} />}
        </Group>
        {item.jobType && <JobTypeChip type={job.data ? getJobSource(job.data) : item.jobType} />}
        {showsOwner && (
          <Text size="xs" c="dimmed" truncate title={item.userEmail ?? undefined}>
            {item.userEmail ?? "No owner"}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
          {item.inputSummary.title ?? item.inputSummary.url ?? item.inputSummary.sku ?? "–"}
        </Text>
        {item.inputSummary.brand && (
          <Text size="xs" c="dimmed" truncate>
            {item.inputSummary.brand}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <StatusBadge status={item.status} />
      </Table.Td>
      <Table.Td>{reason && <Waiting reason={reason} />}</Table.Td>
      <Table.Td ta="right">{formatNumber(item.attempts)}</Table.Td>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {item.lockedBy ?? "–"}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm" component="div">
          <Time at={item.updatedAt} />
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

/** Loads the item's job, once for all rows of the job. */
function useJob(jobId: number) {
  return useQuery({
    queryKey: getJobKey(jobId),
    queryFn: () => unwrap(api.GET("/api/jobs/{jobId}", { params: { path: { jobId } } })),
    refetchInterval: 10_000,
    staleTime: 9_000,
  });
}
