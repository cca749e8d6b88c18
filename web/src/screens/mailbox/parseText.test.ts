import { describe, expect, test } from "vitest";
import type { ListedParse, Parse } from "../../parts/parses";
import { adviseOnFailure, getParseName } from "./parseText";

describe("getParseName", () => {
  const listed = (title: string | null, url: string | null) => ({ preview: { title }, url }) as ListedParse;

  test("is the title, the URL, or “Photo”", () => {
    expect(getParseName(listed("Soup", "https://example.com"))).toBe("Soup");
    expect(getParseName(listed("", "https://example.com"))).toBe("https://example.com");
    expect(getParseName(listed(null, null))).toMatch(/photo/i);
  });

  test("is taken from the recipe of a parse with a result", () => {
    const parse = { url: "https://example.com", result: { recipe: { title: "Stew" } } } as unknown as Parse;
    expect(getParseName(parse)).toBe("Stew");
    expect(getParseName({ ...parse, result: null } as Parse)).toBe("https://example.com");
  });
});

describe("adviseOnFailure", () => {
  test("gives the same advice for all pages that are closed to robots", () => {
    const advice = ["hard_block", "soft_block", "login_wall"].map((code) => adviseOnFailure(code, false));
    expect(new Set(advice).size).toBe(1);
    expect(advice[0]).not.toBe(adviseOnFailure("timeout", false));
  });

  test("distinguishes pages from pictures", () => {
    expect(adviseOnFailure("not_found", true)).not.toBe(adviseOnFailure("not_found", false));
    expect(adviseOnFailure("hard_block", true)).toMatch(/photo/);
    expect(adviseOnFailure(null, true)).toMatch(/photo/);
  });

  test("gives advice without a code", () => {
    expect(adviseOnFailure(null, false)).toBe(adviseOnFailure(undefined, false));
    expect(adviseOnFailure(null, false)).toMatch(/link/);
  });
});
