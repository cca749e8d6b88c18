import { Group, SimpleGrid, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { formatNumber } from "../../../parts/format/numbers";
import { isOpen, type Job } from "../../../parts/job/job";
import { AnchorLink } from "../../../parts/links/links";
import { useWaiting } from "../../../parts/status/useWaiting";
import { useThrottled } from "../send/useThrottled";
import { ItemCard } from "./ItemCard";

const MAX_SHOWN = 12;
const REFRESH_MS = 1_000;

/** All items of a small job in their order; for a large job the latest finished items, and a link to all. */
export function SentItems({ job }: { job: Job }) {
  const { jobId, totalItems } = job;
  const isSmall = totalItems <= MAX_SHOWN;
  // The stream reports that items changed, not which ones. They are loaded at most once per interval.
  const moment = useThrottled(REFRESH_MS, JSON.stringify([job.counts, job.queueState, totalItems]));
  const items = useQuery({
    queryKey: ["job", jobId, "items on start", isSmall, moment],
    queryFn: () =>
      unwrap(
        api.GET("/api/jobs/{jobId}/items", {
          params: {
            path: { jobId },
            query: isSmall
              ? { pageSize: MAX_SHOWN }
              : { pageSize: MAX_SHOWN, sort: "-updatedAt", statuses: "DONE,NOT_FOUND,ERROR,SKIPPED" },
          },
        }),
      ),
    enabled: totalItems > 0,
    placeholderData: keepPreviousData,
  });
  const open =
    items.data?.items.filter(({ status }) => status === "PENDING" || status === "PROCESSING") ?? [];
  const waiting = useWaiting(open.map(({ id }) => id));
  if (totalItems === 0) return isOpen(job) ? <Loading rows={1} height={72} label="Reading rows" /> : null;
  if (items.isError) return <Problem error={items.error} onRetry={() => items.refetch()} />;
  const rows = Math.min(totalItems, MAX_SHOWN);
  if (items.isPending) return <Loading rows={Math.ceil(rows / 2)} height={72} label="Loading items" />;
  return (
    <>
      <SimpleGrid
        cols={{ base: 1, sm: 2 }}
        spacing="sm"
        component="ul"
        p={0}
        m={0}
        style={{ listStyle: "none" }}
        aria-label="Items"
      >
        {items.data.items.map((item) => (
          <ItemCard key={item.id} item={item} waiting={waiting.get(item.id)} />
        ))}
      </SimpleGrid>
      {!isSmall && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            The latest finished items of {formatNumber(totalItems)}.
          </Text>
          <AnchorLink to="/jobs/$jobId" params={{ jobId: String(jobId) }} size="sm">
            View all
          </AnchorLink>
        </Group>
      )}
    </>
  );
}
