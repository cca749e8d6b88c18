import { describe, expect, test } from "vitest";
import { retrySave } from "../parts/recipe/retrySave";
import { ApiError } from "./client";
import { queryClient } from "./queries";

type Retry = (tries: number, error: unknown) => boolean;
type RetryDelay = (tries: number, error: unknown) => number;

const { queries, mutations } = queryClient.getDefaultOptions();
const error = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, "code", "message", [], retryAfter);

describe("queries", () => {
  const retry = queries?.retry as Retry;

  test.each([0, 429, 503])("are retried up to four times after status %i", (status) => {
    expect(retry(3, error(status))).toBe(true);
    expect(retry(4, error(status))).toBe(false);
  });

  test("are not retried after a refusal or an error of the page itself", () => {
    expect(retry(0, error(404))).toBe(false);
    expect(retry(0, new TypeError("undefined is not a function"))).toBe(false);
  });
});

describe("mutations", () => {
  const retry = mutations?.retry as Retry;

  test("are retried up to four times after status 429", () => {
    expect(retry(3, error(429))).toBe(true);
    expect(retry(4, error(429))).toBe(false);
  });

  test.each([0, 500, 502, 503])(
    "are not retried after status %i, since they may have been done",
    (status) => {
      expect(retry(0, error(status))).toBe(false);
    },
  );
});

describe("the delay before a retry", () => {
  const delay = queries?.retryDelay as RetryDelay;

  test("is what the server asks for", () => {
    expect(delay(0, error(429, 42))).toBe(42_000);
  });

  test("doubles with each try up to a limit", () => {
    expect([0, 1, 2, 3, 4, 9].map((tries) => delay(tries, error(503)))).toEqual([
      1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]);
  });
});

describe("saving a recipe", () => {
  test("is retried for a long time while the server is away", () => {
    expect(retrySave.retry(99, error(0))).toBe(true);
    expect(retrySave.retry(100, error(0))).toBe(false);
  });

  test("is not retried after a conflict", () => {
    expect(retrySave.retry(0, error(412))).toBe(false);
  });

  test("waits as long as the server asks for, and otherwise at most five seconds", () => {
    expect(retrySave.retryDelay(0, error(503, 30))).toBe(30_000);
    expect([0, 3, 4, 60].map((tries) => retrySave.retryDelay(tries, error(0)))).toEqual([
      500, 4_000, 5_000, 5_000,
    ]);
  });
});
