import { describe, expect, test } from "vitest";
import {
  DEFAULT_EVENTS,
  describeEvent,
  describeHealth,
  describeSubscription,
  listEvents,
} from "./webhookEvents";

describe("the events of a webhook", () => {
  test("include those of admins for admins only", () => {
    expect(listEvents(true, [])).toContain("parser.alert");
    expect(listEvents(false, [])).not.toContain("parser.alert");
  });

  test("include one that is chosen already, so that it can be removed", () => {
    expect(listEvents(false, ["parser.alert"])).toContain("parser.alert");
  });

  test("include the default ones", () => {
    expect(listEvents(false, [])).toEqual(expect.arrayContaining([...DEFAULT_EVENTS]));
  });

  test("have plain labels", () => {
    for (const event of listEvents(true, [])) expect(describeEvent(event)).toMatch(/^A [a-z].*[^.]$/);
    expect(describeEvent("ping")).toBe("Test");
  });

  test("are listed with the filter", () => {
    expect(describeSubscription(["batch.finished", "job.failed"], null)).toBe(
      "A job finished; A parse in my mailbox failed",
    );
    expect(describeSubscription(["record.changed"], { kind: null, domain: "example.com" })).toBe(
      "A record that I asked for changed. Only example.com.",
    );
  });
});

describe("the state of a webhook", () => {
  test("counts failed attempts, of which one delivery can have several", () => {
    expect(describeHealth({ active: true, failures: 3 }, true)).toEqual({
      failures: "3 failed attempts in a row",
    });
    expect(describeHealth({ active: true, failures: 1 }, true)).toEqual({
      failures: "1 failed attempt in a row",
    });
  });

  test("is not healthy before the first call", () => {
    expect(describeHealth({ active: true, failures: 0 }, false)).toEqual({
      tone: "idle",
      label: "Not called yet",
    });
    expect(describeHealth({ active: true, failures: 0 }, true)).toMatchObject({ label: "Healthy" });
    expect(describeHealth({ active: true, failures: 0 }, undefined)).toBeNull();
    expect(describeHealth({ active: false, failures: 3 }, true)).toMatchObject({ label: "Disabled" });
  });
});
