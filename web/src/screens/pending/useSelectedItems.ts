import { useMemo, useState } from "react";
import type { PendingItem } from "./PendingRow";

type Chosen = Pick<PendingItem, "id" | "jobId">;

export interface Selection {
  size: number;
  has: (item: Chosen) => boolean;
  set: (item: Chosen, isSelected: boolean) => void;
  setAll: (items: readonly Chosen[]) => void;
  /** The selected ids by job, since a request retries rows of one job. */
  byJob: () => Map<number, string[]>;
}

/** The selected items that are still pending. */
export function useSelectedItems(items: readonly PendingItem[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const present = items.filter(({ id }) => chosen.has(id));
    return {
      size: present.length,
      has: ({ id }) => chosen.has(id),
      set: ({ id }, isSelected) =>
        setChosen((before) => {
          const after = new Set(before);
          if (isSelected) after.add(id);
          else after.delete(id);
          return after;
        }),
      setAll: (all) => setChosen(new Set(all.map(({ id }) => id))),
      byJob: () => {
        const jobs = new Map<number, string[]>();
        for (const { id, jobId } of present) jobs.set(jobId, [...(jobs.get(jobId) ?? []), id]);
        return jobs;
      },
    };
  }, [items, chosen]);
}
