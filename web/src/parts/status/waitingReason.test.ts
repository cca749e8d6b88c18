import { describe, expect, test } from "vitest";
import {
  adviceFor,
  describeWaiting,
  parseWaitingMessage,
  toSentence,
  type WaitingReason,
  waitingStateOf,
} from "./waitingReason";

const reason = (part: Partial<WaitingReason>): WaitingReason => ({
  code: null,
  what: "it is waiting",
  until: null,
  isStuck: false,
  ...part,
});

describe("standingOf", () => {
  test("is stuck whatever the code, when the server says so", () => {
    expect(waitingStateOf(reason({ code: "fetching", isStuck: true }))).toBe("stuck");
  });

  test.each(["fetching", "extracting", "in_hand", "robots_being_read"] as const)(
    "is under way for the code %s",
    (code) => {
      expect(waitingStateOf(reason({ code }))).toBe("under way");
    },
  );

  test("is slow for other codes and without a code", () => {
    expect(waitingStateOf(reason({ code: "no_worker" }))).toBe("slow");
    expect(waitingStateOf(reason({}))).toBe("slow");
  });
});

describe("adviceFor", () => {
  test("is given only for what is stuck", () => {
    expect(adviceFor(reason({ code: "no_worker" }))).toBeNull();
    expect(adviceFor(reason({ code: "no_worker", isStuck: true }))).toContain("garner worker");
  });

  test("is the same whether the server gives a code or a sentence", () => {
    const stuck = { isStuck: true } as const;
    expect(adviceFor(reason({ ...stuck, what: "There is no worker." }))).toBe(
      adviceFor(reason({ ...stuck, code: "no_worker" })),
    );
    expect(adviceFor(reason({ ...stuck, what: "The job is paused." }))).toBe(
      adviceFor(reason({ ...stuck, code: "job_paused" })),
    );
  });

  test("is missing for a stuck item with an unknown sentence", () => {
    expect(adviceFor(reason({ isStuck: true, what: "The site is switched off." }))).toBeNull();
  });
});

describe("reasonOfWords", () => {
  test.each([
    ["Waits for shop.example; due at 2026-05-01T10:00:00Z", "Waits for shop.example"],
    ["shop.example asked to wait until 2026-05-01T10:00:00Z", "shop.example asked to wait"],
    ["It failed; next try at 2026-05-01T10:00:00Z.", "It failed"],
    ["Row 3 is retried; next try at 2026-05-01T10:00:00Z", "Row 3 is retried"],
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
  ])("tells from %j whether it is stuck: %s", (message, isStuck) => {
    expect(parseWaitingMessage(message).isStuck).toBe(isStuck);
  });

  test("takes the word of the caller on whether it is stuck", () => {
    expect(parseWaitingMessage("It is paused.", false).isStuck).toBe(false);
  });
});

describe("asSentence", () => {
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

test("inWords joins the reason and the advice", () => {
  const paused = reason({ code: "job_paused", what: "job 7 is paused", isStuck: true });
  expect(describeWaiting(paused)).toBe(`Job 7 is paused. ${adviceFor(paused)}`);
  expect(describeWaiting(reason({ what: "being fetched" }))).toBe("Being fetched.");
});
