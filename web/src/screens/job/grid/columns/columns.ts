// The columns of the grid: those of exports, with the same names and order, and columns for the input of a row, its
// worker and its last update.
import { type Data, getTitle } from "../../../../parts/record/types";
import type { Item, Job } from "../props";

type CellType = "text" | "number" | "status" | "moment" | "chip" | "actions" | "waiting";

export interface GridColumn {
  id: string;
  label: string;
  width: number;
  cellType: CellType;
  value: (item: Item) => unknown;
  /** The name of the input cell that an edit changes. */
  edits?: string;
  /** Whether rows can be sorted by it. */
  sorts?: boolean;
}

const WIDTHS: Record<string, number> = {
  name: 240,
  title: 240,
  description: 260,
  url: 220,
  category: 180,
  ingredients: 220,
  instructions: 220,
  error_message: 280,
  candidates: 200,
  offers: 200,
  warnings: 200,
};
const OTHER_WIDTH = 120;
const NUMBERS = new Set([
  "price",
  "list_price",
  "rating",
  "review_count",
  "prep_minutes",
  "cook_minutes",
  "total_minutes",
  "salary_min",
  "salary_max",
  "match_score",
  "confidence",
]);
const ROW_COLUMNS = new Set(["row", "status", "attempts", "error_code", "error_message"]);
const INPUT = "input.";

const INPUT_COLUMNS: GridColumn[] = (["title", "brand", "sku", "url"] as const).map((name) => ({
  id: `asked.${name}`,
  label: `input ${name}`,
  width: WIDTHS[name] ?? OTHER_WIDTH,
  cellType: "text",
  value: (item) => item.inputSummary[name],
  edits: name,
}));

const STATUS: GridColumn = {
  id: "status",
  label: "status",
  width: 124,
  cellType: "status",
  value: (item) => item.status,
};
const ATTEMPTS: GridColumn = {
  id: "attempts",
  label: "attempts",
  width: 90,
  cellType: "number",
  value: (item) => item.attempts,
};
const RETRY: GridColumn = {
  id: "actions",
  label: "retry",
  width: 64,
  cellType: "actions",
  value: () => null,
};
/** The title of the record or the input, for narrow screens. */
const NAME: GridColumn = {
  id: "what",
  label: "name or URL",
  width: 200,
  cellType: "text",
  value: ({ result, inputSummary: { title, url } }) => (result && getTitle(result)) || title || url,
};
export const WAITING = "waiting";
const WAITING_COLUMN: GridColumn = {
  id: WAITING,
  label: "waiting for",
  width: 320,
  cellType: "waiting",
  value: () => null,
};
const WORK_COLUMNS: GridColumn[] = [
  { id: "lockedBy", label: "worker", width: 150, cellType: "text", value: (item) => item.lockedBy },
  {
    id: "updatedAt",
    label: "updated",
    width: 140,
    cellType: "moment",
    value: (item) => item.updatedAt,
    sorts: true,
  },
];
const ERRORS: GridColumn[] = [
  { id: "error_code", label: "error_code", width: 150, cellType: "text", value: (item) => item.error?.code },
  {
    id: "error_message",
    label: "error_message",
    width: WIDTHS.error_message ?? OTHER_WIDTH,
    cellType: "text",
    value: (item) => item.error?.message,
  },
];

/** Which rows are listed: unfinished, failed, or any. */
export type ListedRows = "open" | "failed" | "any";

/** The width of the screen, and the listed rows. */
export interface GridView {
  isNarrow: boolean;
  listed: ListedRows;
}

/** `headers` are the columns of the job's export. A row of the grid has only a summary of its input. */
export function createColumns(
  headers: readonly string[],
  { jobType, queueState, form = jobType }: Pick<Job, "jobType" | "queueState"> & { form?: string },
  { isNarrow, listed }: GridView,
): GridColumn[] {
  const areOpen = listed === "open";
  const areFailed = listed === "failed";
  // Rows of a canceled job can neither be edited nor retried.
  const isCanceled = queueState === "CANCELED";
  const resultHeaders = headers.filter((name) => !ROW_COLUMNS.has(name) && !name.startsWith(INPUT));
  const type: GridColumn = {
    id: "jobType",
    label: "job type",
    width: 96,
    cellType: "chip",
    value: () => form,
  };
  const isEdited = jobType === "table" && !isCanceled;
  return [
    STATUS,
    ...(isNarrow && areOpen ? [WAITING_COLUMN] : []),
    ...(isNarrow || areOpen ? [NAME] : []),
    ...(areFailed ? ERRORS : []), // the errors come first in a list of errors
    ATTEMPTS,
    ...(isCanceled ? [] : [RETRY]),
    ...INPUT_COLUMNS.map((column) => (isEdited ? column : { ...column, edits: undefined })),
    type,
    ...(areOpen ? [] : [WAITING_COLUMN]),
    ...WORK_COLUMNS,
    ...resultHeaders.map(createResultColumn),
    ...(areFailed ? [] : ERRORS),
    ...(areOpen && !isNarrow ? [WAITING_COLUMN] : []), // takes the remaining width
  ];
}

function createResultColumn(name: string): GridColumn {
  return {
    id: name,
    label: name,
    width: WIDTHS[name] ?? OTHER_WIDTH,
    cellType: NUMBERS.has(name) ? "number" : "text",
    value: (item) => (item.result as Data | null)?.[name],
  };
}

const SHOWN_BY_DEFAULT = new Set([
  ...[
    "status",
    "actions",
    "asked.title",
    "asked.url",
    "updatedAt",
    "error_code",
    "error_message",
    "confidence",
  ],
  ...["name", "title", "company", "price", "currency", "brand"],
]);
const SHOWN_ON_PHONES = new Set(["status", "what", "error_message"]);

/** Unfinished rows show why they wait. */
const SHOWN_WHILE_OPEN = new Set(["status", "what", WAITING, "lockedBy", "attempts", "updatedAt"]);
const SHOWN_WHILE_OPEN_ON_PHONES = new Set(["status", "what", WAITING]);

export function isShownByDefault(id: string, { isNarrow, listed }: GridView): boolean {
  if (listed === "open") return (isNarrow ? SHOWN_WHILE_OPEN_ON_PHONES : SHOWN_WHILE_OPEN).has(id);
  return (isNarrow ? SHOWN_ON_PHONES : SHOWN_BY_DEFAULT).has(id);
}
