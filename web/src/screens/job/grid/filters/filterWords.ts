import { percent } from "../../../../parts/format/numbers";
import { type ItemFilter, type ItemStatus, statusesOf } from "../../search";

export const STATUS_WORDS: Record<ItemStatus, string> = {
  PENDING: "Pending",
  PROCESSING: "Processing",
  DONE: "Done",
  NOT_FOUND: "Not found",
  ERROR: "Error",
  SKIPPED: "Skipped",
  CANCELED: "Canceled",
};

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export interface FilterWords {
  key: string;
  words: string;
  /** The filter without it. */
  without: ItemFilter;
}

/** What is filtered by, a sentence each. */
export function filterWords(filter: ItemFilter): FilterWords[] {
  const statuses = statusesOf(filter.statuses);
  const { reason, domain, minConfidence, maxConfidence, from, to } = filter;
  const said: (FilterWords | false)[] = [
    ...statuses.map((status) => ({
      key: status,
      words: STATUS_WORDS[status],
      without: { statuses: statuses.filter((one) => one !== status).join(",") || undefined },
    })),
    reason !== undefined && { key: "reason", words: `Error code ${reason}`, without: { reason: undefined } },
    domain !== undefined && { key: "domain", words: `On ${domain}`, without: { domain: undefined } },
    minConfidence !== undefined && {
      key: "min",
      words: `Confidence at least ${percent(minConfidence)}`,
      without: { minConfidence: undefined },
    },
    maxConfidence !== undefined && {
      key: "max",
      words: `Confidence at most ${percent(maxConfidence)}`,
      without: { maxConfidence: undefined },
    },
    from !== undefined && {
      key: "from",
      words: `Updated since ${moments.format(new Date(from))}`,
      without: { from: undefined },
    },
    to !== undefined && {
      key: "to",
      words: `Updated before ${moments.format(new Date(to))}`,
      without: { to: undefined },
    },
  ];
  return said.filter((one) => one !== false);
}
