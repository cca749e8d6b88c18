// The report of a re-parse: the API calls it an object, since it grows with what is found.
import { number, plural } from "../../../parts/format/numbers";
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

export function reportOf(run: ReparseRun): Report {
  return run.report as unknown as Report;
}

export function failedPages({ failed }: Report): number {
  return Object.values(failed).reduce((sum, count) => sum + count, 0);
}

/** How far it is and what came of it, in sentences. */
export function inWords(report: Report): string[] {
  const failed = failedPages(report);
  return [
    `${number(report.pages)} of ${plural(report.total, "page")} read again, without fetching.`,
    `The same as before: ${plural(report.same, "record")}.`,
    report.applied
      ? `${plural(report.savedRecords, "record")} written.`
      : `${plural(report.changedPages, "page")} would change.`,
    ...some(report.withoutRecord, "Without a record, now as before"),
    ...some(report.missingBodies, "Not kept any more, and so not read"),
    ...some(failed, "The extractor failed on"),
    ...some(report.busy, "Left alone, since somebody was at it just then"),
    ...some(report.notAsShown, "Left alone, since it would not come out as shown any more"),
  ];
}

function some(count: number, what: string): string[] {
  return count > 0 ? [`${what}: ${plural(count, "page")}.`] : [];
}

/** What a run is about: "products of shop.example, by mine:extract". */
export function aboutOf({ asked }: ReparseRun): string {
  return [
    asked.kind ? `${asked.kind}s` : "all kinds",
    asked.domain ? `of ${asked.domain}` : "of all sites",
    asked.since && `fetched since ${new Date(asked.since).toLocaleDateString()}`,
    asked.limit && `at most ${plural(asked.limit, "page")}`,
    asked.extractor && `by ${asked.extractor}`,
  ]
    .filter(Boolean)
    .join(", ");
}
