import { expect, test } from "vitest";
import type { Job } from "../job";
import { countExportRows } from "./exportRows";

const job = {
  totalItems: 28,
  failedItems: 5,
  counts: { done: 7, notFound: 2, error: 3, skipped: 4, canceled: 5, processing: 6, pending: 1 },
} as Job;

test.each([
  ["all", [], 28],
  ["failed", [], 5],
  ["changed", [], 7],
  ["statuses", [], 0],
  ["statuses", ["DONE"], 7],
  ["statuses", ["NOT_FOUND", "CANCELED", "PENDING"], 8],
  ["all", ["DONE"], 28],
] as const)("an export of %s %j has %i rows at most", (choice, statuses, rows) => {
  expect(countExportRows(job, choice, [...statuses])).toBe(rows);
});
