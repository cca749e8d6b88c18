import type { Schemas } from "../../../api/client";
import type { ItemStatus, JobSearch } from "../search";

export type Job = Schemas["JobShape"];
export type Item = Schemas["ItemShape"];
export type WholeItem = Schemas["WholeItemShape"];

export interface ItemsGridProps {
  /** As the job's stream has it: whenever its counters change, rows in view are brought up to date. */
  job: Job;
  search: JobSearch;
  /** What changes of the search; the rest stays. */
  onSearch: (change: Partial<JobSearch>) => void;
  /** Statuses that a tab is about; the person chooses among these. */
  fixedStatuses?: readonly ItemStatus[];
}
