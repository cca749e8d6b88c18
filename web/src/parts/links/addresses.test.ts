import { describe, expect, test } from "vitest";
import { getHost, toWebUrl } from "./addresses";

describe("toWebUrl", () => {
  test.each(["http://example.com/", "https://example.com/a?b#c"])("accepts %s", (address) => {
    expect(toWebUrl(address)).toBe(address);
  });

  test.each([
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://example.com/",
    "/relative",
    "example.com",
    "https://",
    "",
    null,
    undefined,
  ])("refuses %j", (address) => {
    expect(toWebUrl(address)).toBeNull();
  });

  test("returns the address as the browser understands it", () => {
    expect(toWebUrl(" HTTPS://Example.com/a b ")).toBe("https://example.com/a%20b");
  });
});

describe("getHost", () => {
  test.each([
    ["https://www.example.com/a", "example.com"],
    ["https://shop.example.com:8443/", "shop.example.com:8443"],
    ["https://wwwhat.example/", "wwwhat.example"],
    ["not an address", "not an address"],
  ])("of %s is %s", (address, host) => {
    expect(getHost(address)).toBe(host);
  });
});
