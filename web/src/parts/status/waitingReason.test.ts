import { describe, expect, test } from "vitest";
import {
  describeCountdown,
  describeWaiting,
  findAdvice,
  getWaitingState,
  parseJobReason,
  parseWaitingMessage,
  splitReason,
  toSentence,
  type WaitingReason,
} from "./waitingReason";

const reason = (part: Partial<WaitingReason>): WaitingReason => ({
  code: null,
  what: "it is waiting",
  until: null,
  isStuck: false,
  ...part,
});

describe("getWaitingState", () => {
  test("is stuck for any code when the server says so", () => {
    expect(getWaitingState(reason({ code: "fetching", isStuck: true }))).toBe("stuck");
  });

  test.each(["fetching", "extracting", "in_hand", "robots_being_read"] as const)(
    "is running for the code %s",
    (code) => {
      expect(getWaitingState(reason({ code }))).toBe("running");
    },
  );

  test("is waiting for other codes and without a code", () => {
    expect(getWaitingState(reason({ code: "no_worker" }))).toBe("waiting");
    expect(getWaitingState(reason({}))).toBe("waiting");
  });
});

describe("a paused job", () => {
  test("is paused, and not stuck", () => {
    const paused = parseJobReason({ queueState: "PAUSED", isStuck: true }, "The job is paused.");
    expect(getWaitingState(paused)).toBe("paused");
    expect(findAdvice(paused)).toContain("Resume");
    expect(getWaitingState(reason({ code: "site_paused", isStuck: true }))).toBe("paused");
    expect(getWaitingState(parseWaitingMessage("Row 3: job 7 is paused.", true))).toBe("paused");
  });

  test("differs from a job without a worker", () => {
    const stuck = parseJobReason({ queueState: "QUEUED", isStuck: true }, "No worker is running.");
    expect(getWaitingState(stuck)).toBe("stuck");
    expect(findAdvice(stuck)).toContain("garner worker");
  });
});

describe("describeCountdown", () => {
  test("says whether the next attempt is a retry", () => {
    expect(describeCountdown(reason({ code: "retry" }), "2 s")).toBe("Retrying in 2 s.");
    expect(describeCountdown(reason({ code: "pace" }), "2 s")).toBe("Continues in 2 s.");
    expect(describeCountdown(reason({ code: "retry" }), null)).toBe("Retrying now.");
  });
});

describe("splitReason", () => {
  const write = (part: Partial<WaitingReason>, seconds: string | null) => {
    const { before, countdown, after } = splitReason(reason(part), seconds);
    return `${before} ${countdown}${after}`;
  };

  test.each([
    ["retrying (attempt 3 of 3): the site timed out", "2 s", "Retrying (3 of 3) in 2 s: the site timed out."],
    ["retrying (attempt 2 of 3)", null, "Retrying (2 of 3) now."],
    ["retrying (attempt 2): no answer", "5 s", "Retrying (attempt 2) in 5 s: no answer."],
    [
      "Row 3: retrying (attempt 2 of 3): HTTP 503: busy",
      "1 min",
      "Row 3: retrying (2 of 3) in 1 min: HTTP 503: busy.",
    ],
    ["Row 3 is retried", "4 s", "Row 3 is retried in 4 s."],
  ])("announces the retry of %j once", (what, seconds, text) => {
    expect(write({ what, code: "retry" }, seconds)).toBe(text);
  });

  test("puts the countdown of another reason into its own sentence", () => {
    const what = "shop.example does not answer";
    expect(write({ what, code: "breaker_open" }, "9 s")).toBe(
      "shop.example does not answer. Retrying in 9 s.",
    );
    expect(write({ what: "the page is next" }, "1 s")).toBe("The page is next. Continues in 1 s.");
  });
});

describe("findAdvice", () => {
  test("is given only for what is stuck", () => {
    expect(findAdvice(reason({ code: "no_worker" }))).toBeNull();
    expect(findAdvice(reason({ code: "no_worker", isStuck: true }))).toContain("garner worker");
  });

  test("is the same whether the server gives a code or a sentence", () => {
    const stuck = { isStuck: true } as const;
    expect(findAdvice(reason({ ...stuck, what: "There is no worker." }))).toBe(
      findAdvice(reason({ ...stuck, code: "no_worker" })),
    );
  });

  test("is missing for a stuck item with an unknown sentence", () => {
    expect(findAdvice(reason({ isStuck: true, what: "The site is switched off." }))).toBeNull();
  });
});

describe("parseWaitingMessage", () => {
  test.each([
    ["Waits for shop.example; due at 2026-05-01T10:00:00Z", "Waits for shop.example"],
    ["shop.example asked to wait until 2026-05-01T10:00:00Z", "shop.example asked to wait"],
    ["It failed; next try at 2026-05-01T10:00:00Z.", "It failed"],
    ["Row 5 is retried at 2026-05-01T10:00:00Z.", "Row 5 is retried"],
    ["The page is next; expected start at 2026-05-01T10:00:00Z", "The page is next"],
  ])("separates the moment from %j", (message, what) => {
    expect(parseWaitingMessage(message)).toEqual({
      code: null,
      what,
      until: "2026-05-01T10:00:00Z",
      isStuck: false,
    });
  });

  test("keeps fractions of a second in the moment", () => {
    expect(parseWaitingMessage("due at 2026-05-01T10:00:00.123456Z").until).toBe(
      "2026-05-01T10:00:00.123456Z",
    );
  });

  test("keeps a sentence without a moment as it is", () => {
    expect(parseWaitingMessage("Being fetched.")).toEqual(reason({ what: "Being fetched." }));
  });

  test.each([
    ["No worker is alive.", true],
    ["It is paused.", true],
    ["The site is switched off.", true],
    ["It is unpaused.", false],
    ["Two workers are busy.", false],
  ])("recognises in %j whether it is stuck: %s", (message, isStuck) => {
    expect(parseWaitingMessage(message).isStuck).toBe(isStuck);
  });

  test("leaves it to the caller whether it is stuck", () => {
    expect(parseWaitingMessage("It is paused.", false).isStuck).toBe(false);
  });
});

describe("toSentence", () => {
  test.each([
    ["waits for a worker", "Waits for a worker."],
    ["shop.example is slow", "shop.example is slow."],
    ["Done!", "Done!"],
    ["is it?", "Is it?"],
    ["", "."],
  ])("writes %j as %j", (what, text) => {
    expect(toSentence(what)).toBe(text);
  });
});

test("describeWaiting joins the reason and the advice", () => {
  const paused = reason({ code: "job_paused", what: "job 7 is paused", isStuck: true });
  expect(describeWaiting(paused)).toBe(`Job 7 is paused. ${findAdvice(paused)}`);
  expect(describeWaiting(reason({ what: "being fetched" }))).toBe("Being fetched.");
});
