import { describe, expect, test } from "vitest";
import { createUrlFile } from "./urlFile";

const nameFor = (...addresses: string[]) => createUrlFile(addresses).name;

describe("createUrlFile", () => {
  test("has one address per line", async () => {
    const file = createUrlFile(["https://a.example/1", "https://b.example/2"]);
    expect(await file.text()).toBe("https://a.example/1\nhttps://b.example/2\n");
    expect(file.type).toBe("text/plain");
  });

  test("is named by the last part of the first address", () => {
    expect(nameFor("https://a.example/recipes/lemon-cake")).toBe("lemon-cake");
    expect(nameFor("https://a.example/recipes/lemon-cake/?page=2#top")).toBe("lemon-cake");
    expect(nameFor("https://a.example/recipes/lemon-cake.html")).toBe("lemon-cake");
  });

  test("is named by the host where the address has no path", () => {
    expect(nameFor("https://www.a.example/")).toBe("a.example");
    expect(nameFor("https://a.example")).toBe("a.example");
    expect(nameFor("https://a.example/.html")).toBe("a.example");
  });

  test("says how many more addresses there are", () => {
    expect(nameFor("https://a.example/1", "https://a.example/2")).toBe("1 and 1 more");
    const many = Array.from({ length: 1_501 }, (_, place) => `https://a.example/p${place}`);
    expect(nameFor(...many)).toBe("p0 and 1,500 more");
  });

  test("decodes names, and keeps those that cannot be decoded", () => {
    expect(nameFor("https://a.example/k%C3%A4se-kuchen")).toBe("käse-kuchen");
    expect(nameFor("https://a.example/100%25-cocoa")).toBe("100%-cocoa");
    expect(nameFor("https://a.example/100%-cocoa")).toBe("100%-cocoa");
  });

  test("has a name of at most 80 characters", () => {
    expect(nameFor(`https://a.example/${"a".repeat(200)}`)).toBe("a".repeat(80));
  });
});
