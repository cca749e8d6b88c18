import { describe, expect, test } from "vitest";
import { getRetryLabel, getRowStatus } from "./rowStatus";

const ROW = { status: "DONE", result: null, error: null };
const INPUT = { title: null, brand: null, sku: null, url: null };

describe("getRowStatus", () => {
  test("names a row that was matched", () => {
    expect(getRowStatus({ ...ROW, result: { match_score: 0.9 } })).toBe("MATCHED");
    expect(getRowStatus({ ...ROW, result: { confidence: 0.9 } })).toBe("DONE");
  });

  test("does not call a row without a confident match matched", () => {
    expect(getRowStatus({ ...ROW, status: "NOT_FOUND", result: { match_score: 0.3 } })).toBe("NOT_FOUND");
  });

  test("names a skipped row that is a duplicate", () => {
    const error = { code: "duplicate", message: "Duplicate of row 1." };
    expect(getRowStatus({ ...ROW, status: "SKIPPED", error })).toBe("DUPLICATE");
    expect(getRowStatus({ ...ROW, status: "SKIPPED", error: { ...error, code: "empty" } })).toBe("SKIPPED");
  });
});

describe("getRetryLabel", () => {
  test("is Re-fetch only for a finished row with a page", () => {
    const inputSummary = { ...INPUT, url: "https://shop.example/pan" };
    expect(getRetryLabel({ status: "DONE", inputSummary })).toBe("Re-fetch");
    expect(getRetryLabel({ status: "ERROR", inputSummary })).toBe("Retry");
    expect(getRetryLabel({ status: "DONE", inputSummary: INPUT })).toBe("Retry");
  });
});
