import { describe, expect, test } from "vitest";
import { parseStored } from "../../../storage/storedValue";
import { completeUrl, isTypedLink } from "./typedLink";

describe("completeUrl", () => {
  test.each([
    ["https://example.com/soup", "https://example.com/soup"],
    [" HTTP://example.com ", "HTTP://example.com"],
    ["example.com/soup", "https://example.com/soup"],
    ["www.example.com", "https://www.example.com"],
    ["example.com/a:b", "https://example.com/a:b"],
    ["example.com:8443/soup", "https://example.com:8443/soup"],
    ["example.com:8443", "https://example.com:8443"],
    ["localhost:8000?q=soup", "https://localhost:8000?q=soup"],
    ["mailto:ada@example.com", "mailto:ada@example.com"],
    ["ftp://example.com/soup", "ftp://example.com/soup"],
    ["https://", "https://"],
  ])("completes %j to %j", (typed, address) => {
    expect(completeUrl(typed)).toBe(address);
  });
});

describe("isTypedLink", () => {
  test("accepts a link of a user and of a guest", () => {
    expect(isTypedLink({ text: "example.com", owner: "ada@example.com" })).toBe(true);
    expect(isTypedLink({ text: "", owner: null })).toBe(true);
  });

  test.each([
    "null",
    "1",
    '"x"',
    "[1]",
    "{",
    '{"text": "a"}',
    '{"text": 1, "owner": null}',
    '{"owner": null}',
    '{"form": {}, "began": {}, "revision": 1, "at": ""}',
  ])("refuses the stored text %s", (text) => {
    expect(parseStored(text, isTypedLink)).toBeNull();
  });
});
