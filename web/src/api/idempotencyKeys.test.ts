import { describe, expect, test } from "vitest";
import { keysByContent, newKey } from "./idempotencyKeys";

test("newKey makes keys that differ", () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});

describe("keysByContent", () => {
  test("gives the same key for the same content", () => {
    const keyOf = keysByContent();
    expect(keyOf({ title: "Soup" })).toBe(keyOf({ title: "Soup" }));
  });

  test("gives another key for other content", () => {
    const keyOf = keysByContent();
    expect(keyOf({ title: "Soup" })).not.toBe(keyOf({ title: "Stew" }));
  });

  test("shares no key with another action", () => {
    expect(keysByContent()({ title: "Soup" })).not.toBe(keysByContent()({ title: "Soup" }));
  });
});
