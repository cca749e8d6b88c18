import { describe, expect, test } from "vitest";
import { getDoneShare, listOutcomes, OUTCOMES } from "../progress/outcomes";
import { getJobName, getJobSource, hasEnded, isActive, isOpen, JOB_STATES, type Job } from "./job";

const job = (part: Partial<Job>) => part as Job;

test("a job is finished, running, or paused", () => {
  const states = JOB_STATES.map((queueState) => job({ queueState }));
  expect(states.filter(hasEnded).map(({ queueState }) => queueState)).toEqual(["DONE", "FAILED", "CANCELED"]);
  expect(states.filter(isOpen).map(({ queueState }) => queueState)).toEqual(["QUEUED", "RUNNING", "PAUSED"]);
  expect(states.filter(isActive).map(({ queueState }) => queueState)).toEqual(["QUEUED", "RUNNING"]);
});

test("a job without a file is named by its number", () => {
  expect(getJobName(job({ jobId: 7, fileName: null }))).toBe("Job 7");
  expect(getJobName(job({ jobId: 7, fileName: "rows.csv" }))).toBe("rows.csv");
});

test("pasted URLs are a request or a URL list, and not a table", () => {
  const form = (fileName: string | null, totalItems: number, jobType = "table") =>
    getJobSource({ fileName, totalItems, jobType });
  expect(form("lentil-soup", 1)).toBe("request");
  expect(form("lentil-soup and 2 more", 3)).toBe("urls");
  expect(form("rows.csv", 1)).toBe("table");
  expect(form(null, 1)).toBe("table");
  expect(form("card", 1, "image")).toBe("image");
});

describe("outcomes", () => {
  const counts = { done: 2, notFound: 0, error: 1, skipped: 0, canceled: 0, processing: 0, pending: 3 };

  test("are listed in a fixed order, without those that have no rows", () => {
    expect(listOutcomes(job({ counts })).map(({ status }) => status)).toEqual(["DONE", "ERROR", "PENDING"]);
  });

  test("cover every count of a job once", () => {
    expect(OUTCOMES.map(({ count }) => count).sort()).toEqual(Object.keys(counts).sort());
  });

  test("of a job without rows are 0 % done", () => {
    expect(getDoneShare(job({ totalItems: 0, processedItems: 0 }))).toBe(0);
    expect(getDoneShare(job({ totalItems: 4, processedItems: 3 }))).toBe(0.75);
  });
});
