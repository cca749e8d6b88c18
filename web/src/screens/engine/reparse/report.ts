// The report of a re-parse. The API schema declares it as a plain object.
import { formatCount, formatNumber } from "../../../parts/format/numbers";
import type { ReparseRun } from "../queries";

export interface Difference {
  domain: string;
  kind: string;
  field: string;
  added: number;
  changed: number;
  lost: number;
  examples: { url: string; before: string | null; after: string | null }[];
}

export interface Report {
  applied: boolean;
  total: number;
  pages: number;
  same: number;
  withoutRecord: number;
  missingBodies: number;
  failed: Record<string, number>;
  failures: { url: string; code: string; error: string }[];
  busy: number;
  changedPages: number;
  notAsShown: number;
  savedRecords: number;
  differences: Difference[];
  differencesLeftOff: number;
}

export function getReport(run: ReparseRun): Report {
  return run.report as unknown as Report;
}

export function countFailedPages({ failed }: Report): number {
  return Object.values(failed).reduce((sum, count) => sum + count, 0);
}

/** The progress and the results, as sentences. */
export function summarizeReport(report: Report): string[] {
  const failed = countFailedPages(report);
  return [
    `${formatNumber(report.pages)} of ${formatCount(report.total, "page")} re-parsed.`,
    `Unchanged: ${formatCount(report.same, "record")}.`,
    report.applied
      ? `${formatCount(report.savedRecords, "record")} written.`
      : `${formatCount(report.changedPages, "page")} would change.`,
    ...countPages(report.withoutRecord, "Still without a record"),
    ...countPages(report.missingBodies, "No longer stored"),
    ...countPages(failed, "Extractor failed"),
    ...countPages(report.busy, "Skipped because they were being processed"),
    ...countPages(report.notAsShown, "Skipped because the result differs from the dry run"),
  ];
}

function countPages(count: number, label: string): string[] {
  return count > 0 ? [`${label}: ${formatCount(count, "page")}.`] : [];
}

/** The scope of a run, such as "products of shop.example, by mine:extract". */
export function describeScope({ asked }: ReparseRun): string {
  return [
    `${asked.kind ? `${asked.kind}s` : "all kinds"} of ${asked.domain ?? "all sites"}`,
    asked.since && `fetched since ${new Date(asked.since).toLocaleDateString()}`,
    asked.limit && `at most ${formatCount(asked.limit, "page")}`,
    asked.extractor && `by ${asked.extractor}`,
  ]
    .filter(Boolean)
    .join(", ");
}
