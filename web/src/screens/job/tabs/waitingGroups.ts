import type { WaitingReason } from "../../../parts/status/waitingReason";

interface ReasonGroup {
  reason: WaitingReason;
  count: number;
}

/** Groups by reason and site. The first row of a group, which is processed first, gives the text. */
export function groupReasons(reasons: Iterable<WaitingReason & { site?: string | null }>): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const reason of reasons) {
    const key = `${reason.code} ${reason.site ?? ""}`;
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { reason, count: 1 });
  }
  return [...groups.values()].sort((left, right) => right.count - left.count);
}
