import { describe, expect, test } from "vitest";
import type { ProxyServer } from "../queries";
import { formatAddress, formatMoney, getProxyState } from "./proxy";

const proxy = (part: Partial<ProxyServer>) =>
  ({ protocol: "http", username: null, host: "proxy.example", port: 8080, ...part }) as ProxyServer;

describe("formatAddress", () => {
  test.each([
    [{}, "http://proxy.example:8080"],
    [{ protocol: "socks5", username: "garner", port: 1080 }, "socks5://garner@proxy.example:1080"],
    [{ host: "2001:db8::1" }, "http://[2001:db8::1]:8080"],
    [{ host: "2001:db8::1", username: "garner" }, "http://garner@[2001:db8::1]:8080"],
  ] as [Partial<ProxyServer>, string][])("of %j is %s", (part, address) => {
    expect(formatAddress(proxy(part))).toBe(address);
  });
});

describe("formatMoney", () => {
  test.each([
    [null, "unknown"],
    ["3.5000", "3.50"],
    ["0.0012", "0.0012"],
  ])("of %j is %s", (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });
});

describe("getProxyState", () => {
  test.each([
    [{ isActive: true, retryAt: null, failureCount: 0 }, "ok"],
    [{ isActive: true, retryAt: null, failureCount: 1 }, "warning"],
    [{ isActive: false, retryAt: null, failureCount: 5 }, "off"],
    [{ isActive: false, retryAt: "2026-05-01T12:00:00Z", failureCount: 5 }, "error"],
  ] as [Partial<ProxyServer>, string][])("of %j has the tone %s", (part, tone) => {
    expect(getProxyState(proxy(part)).tone).toBe(tone);
  });
});
