import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refresh } from "../../../api/refresh";
import { confirm } from "../../../parts/feedback/confirm";
import { notifyError } from "../../../parts/feedback/notify";
import { formatCount } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import { ButtonLink } from "../../../parts/links/links";
import { WebLink } from "../../../parts/links/WebLink";
import { Candidates, getCandidates } from "../../../parts/record/Candidates";
import { isKind } from "../../../parts/record/kinds";
import { getOffers, Offers } from "../../../parts/record/product/Offers";
import { RecordCard } from "../../../parts/record/RecordCard";
import { getTitle } from "../../../parts/record/types";
import { getRetryLabel, getRowStatus } from "../../../parts/status/rowStatus";
import { StatusBadge } from "../../../parts/status/StatusBadge";
import { useWaiting } from "../../../parts/status/useWaiting";
import { WaitingNotice } from "../../../parts/status/Waiting";
import { parseWaitingMessage } from "../../../parts/status/waitingReason";
import type { Job, WholeItem } from "../grid/props";
import { retryRows } from "../grid/selection/selectedRows";
import { useRefreshJob } from "../grid/useRefreshJob";
import { CellTable } from "./CellTable";
import { EditForm } from "./EditForm";

/** A row that is retried keeps the error of its last attempt. */
const ERROR_TITLES: Record<string, string> = {
  ERROR: "Error",
  NOT_FOUND: "Not found",
  SKIPPED: "Skipped",
  CANCELED: "Canceled",
};

interface Props {
  job: Job;
  item: WholeItem;
  onOpen: (itemId: string) => void;
}

/** A row in full: its input, its result or error, and a form to edit it. */
export function ItemPanel({ job, item, onOpen }: Props) {
  const url = item.inputSummary.url;
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <StatusBadge status={getRowStatus(item)} />
        {item.twinOf && getRowStatus(item) !== "DUPLICATE" && <StatusBadge status="DUPLICATE" />}
        <Text size="sm" c="dimmed">
          {formatCount(item.attempts, "attempt")}, updated <Time at={item.updatedAt} />
          {item.lockedBy && `, worker ${item.lockedBy}`}
        </Text>
      </Group>
      {url && <WebLink to={url}>{url}</WebLink>}
      <ItemWaitingNotice item={item} />
      {item.error && (
        <Alert
          role="note"
          color={item.status === "ERROR" ? "red" : "orange"}
          icon={<IconAlertTriangle aria-hidden />}
          title={ERROR_TITLES[item.status] ?? "Last error"}
        >
          {item.error.message}
          {item.error.code && (
            <Text size="xs" mt={4}>
              Error code: <code>{item.error.code}</code>
            </Text>
          )}
        </Alert>
      )}
      <Group gap="xs">
        {job.queueState !== "CANCELED" && <RetryButton job={job} item={item} />}
        {item.result && getTitle(item.result) !== null && (
          <ButtonLink size="xs" variant="default" to="/records/$itemId" params={{ itemId: item.id }}>
            Open record
          </ButtonLink>
        )}
        {item.twinOf && (
          <Button size="xs" variant="default" onClick={() => onOpen(item.twinOf ?? "")}>
            Open the original row
          </Button>
        )}
      </Group>
      <Result item={item} />
      <EditForm job={job} item={item} />
      {item.normalized && <CellTable title="Column mapping" cells={item.normalized} />}
    </Stack>
  );
}

function ItemWaitingNotice({ item }: { item: WholeItem }) {
  const isOpen = item.completedAt === null;
  const reasons = useWaiting(isOpen ? [item.id] : []);
  const reason = reasons.get(item.id) ?? (item.waiting ? parseWaitingMessage(item.waiting) : null);
  return isOpen && reason ? <WaitingNotice reason={reason} /> : null;
}

function Result({ item: { result, kind } }: { item: WholeItem }) {
  if (result === null) return null;
  const candidates = getCandidates(result);
  const offers = getOffers(result);
  const of = isKind(result.kind) ? result.kind : isKind(kind) ? kind : null;
  return (
    <>
      {of && getTitle(result) !== null && <RecordCard kind={of} record={result} />}
      {offers.length > 0 && (
        <div>
          <Title order={3} size="h5" mb="xs">
            Other offers
          </Title>
          <Offers offers={offers} />
        </div>
      )}
      {candidates && (
        <div>
          <Title order={3} size="h5" mb="xs">
            Candidates
          </Title>
          <Candidates candidates={candidates} label="Candidates" />
        </div>
      )}
    </>
  );
}

function RetryButton({ job, item }: { job: Job; item: WholeItem }) {
  const client = useQueryClient();
  const refreshJob = useRefreshJob(job.jobId);
  const retry = useMutation({
    mutationFn: () => retryRows(job.jobId, { itemIds: [item.id], resetAttempts: false }),
    onSuccess: () => {
      refreshJob();
      return refresh(client, { queryKey: ["item", job.jobId, item.id] });
    },
    onError: (error) => notifyError(error, `Could not retry row ${item.row}`),
  });
  const ask = () =>
    confirm({
      title: `${getRetryLabel(item)} row ${item.row}?`,
      consequence: "The row loses its result until it has a new one.",
      confirmLabel: getRetryLabel(item),
      onConfirm: () => retry.mutate(),
    });
  return (
    <Button
      size="xs"
      loading={retry.isPending}
      onClick={item.status === "DONE" ? ask : () => retry.mutate()}
      leftSection={<IconRefresh size={14} aria-hidden />}
    >
      {getRetryLabel(item)}
    </Button>
  );
}
