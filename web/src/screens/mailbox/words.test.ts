import { describe, expect, test } from "vitest";
import type { ListedParse, Parse } from "../../parts/parses";
import { nameOf, whyItFailed } from "./words";

describe("nameOf", () => {
  const listed = (title: string | null, url: string | null) => ({ preview: { title }, url }) as ListedParse;

  test("is the title, the URL, or that of a photo", () => {
    expect(nameOf(listed("Soup", "https://example.com"))).toBe("Soup");
    expect(nameOf(listed("", "https://example.com"))).toBe("https://example.com");
    expect(nameOf(listed(null, null))).toMatch(/photo/i);
  });

  test("is taken from the recipe of a whole parse", () => {
    const parse = { url: "https://example.com", result: { recipe: { title: "Stew" } } } as unknown as Parse;
    expect(nameOf(parse)).toBe("Stew");
    expect(nameOf({ ...parse, result: null } as Parse)).toBe("https://example.com");
  });
});

describe("whyItFailed", () => {
  test("gives the same advice for all pages that are closed to robots", () => {
    const advice = ["hard_block", "soft_block", "login_wall"].map((code) => whyItFailed(code, false));
    expect(new Set(advice).size).toBe(1);
    expect(advice[0]).not.toBe(whyItFailed("timeout", false));
  });

  test("distinguishes pages from pictures", () => {
    expect(whyItFailed("not_found", true)).not.toBe(whyItFailed("not_found", false));
    expect(whyItFailed("hard_block", true)).toMatch(/photo/);
    expect(whyItFailed(null, true)).toMatch(/photo/);
  });

  test("gives advice without a code", () => {
    expect(whyItFailed(null, false)).toBe(whyItFailed(undefined, false));
    expect(whyItFailed(null, false)).toMatch(/link/);
  });
});
