import { formatPercent } from "../../../../parts/format/numbers";
import { type ItemFilter, type ItemStatus, parseStatuses } from "../../search";

export const STATUS_NAMES: Record<ItemStatus, string> = {
  PENDING: "Queued",
  PROCESSING: "Running",
  DONE: "Done",
  NOT_FOUND: "Not found",
  ERROR: "Error",
  SKIPPED: "Skipped",
  CANCELED: "Canceled",
};

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export interface FilterLabel {
  key: string;
  label: string;
  /** The filter without it. */
  without: ItemFilter;
}

/** Returns a label for each active filter. */
export function listFilterLabels(filter: ItemFilter): FilterLabel[] {
  const statuses = parseStatuses(filter.statuses);
  const { reason, domain, minConfidence, maxConfidence, from, to } = filter;
  const labels: (FilterLabel | false)[] = [
    ...statuses.map((status) => ({
      key: status,
      label: STATUS_NAMES[status],
      without: { statuses: statuses.filter((other) => other !== status).join(",") || undefined },
    })),
    reason !== undefined && { key: "reason", label: `Error code ${reason}`, without: { reason: undefined } },
    domain !== undefined && { key: "domain", label: `On ${domain}`, without: { domain: undefined } },
    minConfidence !== undefined && {
      key: "min",
      label: `Confidence or match at least ${formatPercent(minConfidence)}`,
      without: { minConfidence: undefined },
    },
    maxConfidence !== undefined && {
      key: "max",
      label: `Confidence or match at most ${formatPercent(maxConfidence)}`,
      without: { maxConfidence: undefined },
    },
    from !== undefined && {
      key: "from",
      label: `Updated since ${moments.format(new Date(from))}`,
      without: { from: undefined },
    },
    to !== undefined && {
      key: "to",
      label: `Updated before ${moments.format(new Date(to))}`,
      without: { to: undefined },
    },
  ];
  return labels.filter((label) => label !== false);
}
