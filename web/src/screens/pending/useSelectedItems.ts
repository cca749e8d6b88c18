import { useMemo, useState } from "react";
import type { PendingItem } from "./PendingRow";

type Chosen = Pick<PendingItem, "id" | "jobId">;

export interface Selection {
  size: number;
  has: (item: Chosen) => boolean;
  set: (item: Chosen, isSelected: boolean) => void;
  setAll: (items: readonly Chosen[]) => void;
  /** By job, for rows are done again a job at a time. */
  byJob: () => Map<number, string[]>;
}

/** What is selected of what is still there: an item that has ended meanwhile is not pending any more. */
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
