import { describe, expect, test } from "vitest";
import { ApiError } from "../../../api/client";
import { describeUploadRetry, shouldRetry } from "./uploadRetry";

const error = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, "code", "The server is busy.", [], retryAfter);

describe("shouldRetry", () => {
  test.each([0, 408])("is always true for a lost connection (status %i)", (status) => {
    expect(shouldRetry(error(status), 0)).toBe(true);
    expect(shouldRetry(error(status), 1_000)).toBe(true);
  });

  test.each([429, 502, 503])("is true for the first eight refusals with status %i", (status) => {
    expect(shouldRetry(error(status), 7)).toBe(true);
    expect(shouldRetry(error(status), 8)).toBe(false);
  });

  test("is false when the server asks for more than 90 seconds", () => {
    expect(shouldRetry(error(429, 90), 0)).toBe(true);
    expect(shouldRetry(error(429, 91), 0)).toBe(false);
  });

  test.each([400, 401, 413, 415, 422, 500])("is false for status %i", (status) => {
    expect(shouldRetry(error(status), 0)).toBe(false);
  });

  test("is false when the user has stopped it", () => {
    expect(shouldRetry(new DOMException("Stopped", "AbortError"), 0)).toBe(false);
  });
});

test("the notice repeats the message of the server, except for a lost connection", () => {
  expect(describeUploadRetry(error(503))).toContain("The server is busy.");
  expect(describeUploadRetry(error(0))).not.toContain("The server is busy.");
  expect(describeUploadRetry(error(0))).toBe(describeUploadRetry(error(408)));
});
