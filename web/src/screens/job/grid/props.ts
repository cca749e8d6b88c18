import type { Schemas } from "../../../api/client";
import type { ItemStatus, JobSearch } from "../search";

export type Job = Schemas["JobShape"];
export type Item = Schemas["ItemShape"];
export type WholeItem = Schemas["WholeItemShape"];

export interface ItemsGridProps {
  /** The live job. When its counters change, visible rows are refreshed. */
  job: Job;
  search: JobSearch;
  /** Changes part of the search; the rest is kept. */
  onSearch: (change: Partial<JobSearch>) => void;
  /** The statuses of a tab; the user chooses among these. */
  fixedStatuses?: readonly ItemStatus[];
}
