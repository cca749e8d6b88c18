import { ColorSwatch, Group, Text } from "@mantine/core";
import { formatCount, formatNumber } from "../format/numbers";
import type { Job } from "../job/job";
import { AnchorLink } from "../links/links";
import { listOutcomes, type Outcome } from "./outcomes";

/** The number of rows by status. Each entry links to those rows. */
export function Legend({ job }: { job: Job }) {
  return (
    <Group
      component="ul"
      gap="sm"
      m={0}
      p={0}
      style={{ listStyle: "none", rowGap: 2 }}
      aria-label="Rows by status"
    >
      {listOutcomes(job).map((outcome) => (
        <li key={outcome.status}>
          <Entry job={job} outcome={outcome} />
        </li>
      ))}
      {job.totalItems === 0 && (
        <Text component="li" size="sm" c="dimmed">
          No rows yet
        </Text>
      )}
    </Group>
  );
}

function Entry({ job, outcome: { count, status, label, color } }: { job: Job; outcome: Outcome }) {
  const [hue, shade] = color.split(".");
  return (
    <AnchorLink
      to="/jobs/$jobId"
      params={{ jobId: String(job.jobId) }}
      search={{ tab: "items", statuses: status }}
      size="sm"
      c="inherit"
    >
      <Group gap={6} wrap="nowrap" component="span">
        <ColorSwatch component="span" size={10} color={`var(--mantine-color-${hue}-${shade})`} aria-hidden />
        <span style={{ fontVariantNumeric: "tabular-nums" }}>
          {status === "ERROR"
            ? formatCount(job.counts[count], "error")
            : `${formatNumber(job.counts[count])} ${label.toLowerCase()}`}
        </span>
      </Group>
    </AnchorLink>
  );
}
