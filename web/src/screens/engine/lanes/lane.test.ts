import { describe, expect, test } from "vitest";
import type { Domain } from "../queries";
import { describeBreaker, describeDelay, getLaneState } from "./lane";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

const closed = { state: "closed", failures: 0, cause: null, openedAt: null, openUntil: null };
const domain = (part: object) =>
  ({
    isActive: true,
    pausedAt: null,
    breaker: closed,
    notBefore: null,
    throttleSeconds: 0,
    inFlight: 0,
    lastSuccessAt: null,
    crawlDelaySeconds: null,
    robotsDelaySeconds: 0,
    ...part,
  }) as unknown as Domain;

describe("getLaneState", () => {
  test("shows the most important state first", () => {
    const everything = {
      isActive: false,
      pausedAt: at(-60),
      breaker: { ...closed, state: "open" },
      notBefore: at(60),
      throttleSeconds: 2,
      inFlight: 1,
    };
    const tones = [
      everything,
      { ...everything, isActive: true },
      { ...everything, isActive: true, pausedAt: null },
      { ...everything, isActive: true, pausedAt: null, breaker: { ...closed, state: "half_open" } },
      { ...everything, isActive: true, pausedAt: null, breaker: closed },
      { ...everything, isActive: true, pausedAt: null, breaker: closed, notBefore: null },
      { inFlight: 1 },
      {},
    ].map((part) => getLaneState(domain(part), NOW).tone);
    expect(tones).toEqual(["off", "paused", "error", "warning", "waiting", "waiting", "busy", "ok"]);
  });

  test("ignores a wait that is over", () => {
    expect(getLaneState(domain({ notBefore: at(1) }), NOW).tone).toBe("waiting");
    expect(getLaneState(domain({ notBefore: at(0) }), NOW).tone).toBe("ok");
  });
});

describe("describeDelay", () => {
  test.each([
    [null, 0, /^default$/],
    [2, 0, /^2 s$/],
    [0.25, 0, /^0.3 s$/],
    [2, 2, /^2 s$/],
    [2, 5, /^2 s, .*5 s$/],
    [null, 5, /^default, .*5 s$/],
  ])(
    "of %j s and %j s by robots.txt is shown with what applies",
    (crawlDelaySeconds, robotsDelaySeconds, text) => {
      expect(describeDelay(domain({ crawlDelaySeconds, robotsDelaySeconds }))).toMatch(text);
    },
  );
});

describe("describeBreaker", () => {
  test("distinguishes a site that has answered from one that has not", () => {
    expect(describeBreaker(domain({ lastSuccessAt: at(-60) }), NOW)).not.toBe(
      describeBreaker(domain({}), NOW),
    );
  });

  test.each([{ pausedAt: at(-60) }, { isActive: false }])(
    "does not say that requests are allowed on the lane %j",
    (part) => {
      expect(describeBreaker(domain(part), NOW)).toBe("No requests are sent.");
      expect(describeBreaker(domain({ ...part, lastSuccessAt: at(-90) }), NOW)).toBe("No requests are sent.");
    },
  );

  test("counts failures while the breaker is closed, and names the last cause", () => {
    const text = describeBreaker(
      domain({ breaker: { ...closed, failures: 3, cause: "network_error" } }),
      NOW,
    );
    expect(text).toContain("3");
    expect(text).toContain("network error");
  });

  test("says how long the breaker has been open and when the next probe is due", () => {
    const breaker = {
      ...closed,
      state: "open",
      openedAt: at(-120),
      openUntil: at(600),
      cause: "network_error",
    };
    const text = describeBreaker(domain({ breaker }), NOW);
    expect(text).toMatch(/for 2 min\b.*in 10 min\b.*network error/);
  });

  test("says how long a half-open breaker has been open", () => {
    const breaker = { ...closed, state: "half_open", openedAt: at(-30), openUntil: at(-1) };
    expect(describeBreaker(domain({ breaker }), NOW)).toMatch(/for 30 s\b.*probe/);
  });

  test("accepts an open breaker without times", () => {
    expect(describeBreaker(domain({ breaker: { ...closed, state: "open" } }), NOW)).not.toContain("NaN");
  });
});
