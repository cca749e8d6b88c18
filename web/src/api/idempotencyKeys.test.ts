import { describe, expect, test } from "vitest";
import { createContentKeys, createKey } from "./idempotencyKeys";

test("createKey makes keys that differ", () => {
  expect(createKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(createKey()).not.toBe(createKey());
});

describe("createContentKeys", () => {
  test("gives the same key for the same content", () => {
    const keyOf = createContentKeys();
    expect(keyOf({ title: "Soup" })).toBe(keyOf({ title: "Soup" }));
  });

  test("gives another key for other content", () => {
    const keyOf = createContentKeys();
    expect(keyOf({ title: "Soup" })).not.toBe(keyOf({ title: "Stew" }));
  });

  test("shares no key with another action", () => {
    expect(createContentKeys()({ title: "Soup" })).not.toBe(createContentKeys()({ title: "Soup" }));
  });
});
