import type { WaitingReason } from "../../../parts/status/waitingReason";

interface Group_ {
  reason: WaitingReason;
  count: number;
}

/** By reason and site; the first of a group, which goes on first, speaks for it. */
export function grouped(reasons: Iterable<WaitingReason & { site?: string | null }>): Group_[] {
  const groups = new Map<string, Group_>();
  for (const reason of reasons) {
    const key = `${reason.code} ${reason.site ?? ""}`;
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { reason, count: 1 });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}
