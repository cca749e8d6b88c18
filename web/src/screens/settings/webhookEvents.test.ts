import { describe, expect, test } from "vitest";
import { DEFAULT_EVENTS, describeEvent, describeSubscription, listEvents } from "./webhookEvents";

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
    expect(describeSubscription(["batch.finished", "job.failed"], null)).toBe("batch.finished, job.failed");
    expect(describeSubscription(["record.changed"], { kind: null, domain: "example.com" })).toBe(
      "record.changed (only example.com)",
    );
  });
});
