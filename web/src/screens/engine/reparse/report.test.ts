import { describe, expect, test } from "vitest";
import type { ReparseRun } from "../queries";
import { countFailedPages, describeScope, type Report, summarizeReport } from "./report";

const report = (part: Partial<Report>): Report => ({
  applied: false,
  total: 1_200,
  pages: 900,
  same: 899,
  withoutRecord: 0,
  missingBodies: 0,
  failed: {},
  failures: [],
  busy: 0,
  changedPages: 1,
  notAsShown: 0,
  savedRecords: 0,
  differences: [],
  differencesLeftOff: 0,
  ...part,
});

test("countFailedPages adds up all codes", () => {
  expect(countFailedPages(report({ failed: { timeout: 2, crash: 3 } }))).toBe(5);
  expect(countFailedPages(report({}))).toBe(0);
});

describe("summarizeReport", () => {
  test("lists progress, unchanged records and pages that would change", () => {
    const sentences = summarizeReport(report({}));
    expect(sentences).toHaveLength(3);
    expect(sentences[0]).toContain("900 of 1,200 pages");
    expect(sentences[1]).toContain("899 records");
    expect(sentences[2]).toContain("1 page ");
  });

  test("counts the written records of an applied run", () => {
    const sentences = summarizeReport(report({ applied: true, savedRecords: 1, changedPages: 7 }));
    expect(sentences[2]).toContain("1 record ");
    expect(sentences.join(" ")).not.toContain("7 pages");
  });

  test("adds a sentence for each other outcome that occurred", () => {
    const all = { withoutRecord: 2, missingBodies: 3, failed: { crash: 4 }, busy: 5, notAsShown: 6 };
    const counts = summarizeReport(report(all))
      .slice(3)
      .map((sentence) => /(\d+) pages/.exec(sentence)?.[1]);
    expect(counts).toEqual(["2", "3", "4", "5", "6"]);
  });
});

describe("describeScope", () => {
  const run = (asked: object) => ({ asked }) as unknown as ReparseRun;

  test("names what the run is limited to", () => {
    const asked = {
      kind: "product",
      domain: "shop.example",
      since: "2026-05-01T02:00:00Z",
      limit: 500,
      extractor: "mine:extract",
    };
    expect(describeScope(run(asked))).toBe(
      "products of shop.example, fetched since 4/30/2026, at most 500 pages, by mine:extract",
    );
  });

  test("names what the run is not limited to", () => {
    expect(describeScope(run({ kind: null, domain: null, since: null, limit: null, extractor: null }))).toBe(
      "all kinds of all sites",
    );
  });
});
