import { describe, expect, test } from "vitest";
import { formatMoney } from "./money";

describe("formatMoney", () => {
  test.each([
    ["1099.95", "EUR", "€1,099.95"],
    ["64.00", "EUR", "€64.00"],
    ["64", "EUR", "€64"],
    ["0.005", "USD", "$0.005"],
    ["1500", "JPY", "¥1,500"],
    ["-3.50", "USD", "-$3.50"],
    ["12.50", null, "12.50"],
    ["1234.5", undefined, "1,234.5"],
  ])("shows %s %s as %s", (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  test("keeps every digit of an amount that a number cannot hold", () => {
    expect(formatMoney("12345678901234567890.12", "USD")).toBe("$12,345,678,901,234,567,890.12");
  });

  test("shows an amount as it is when it is not a decimal or the currency is not known", () => {
    expect(formatMoney("from 12", "EUR")).toBe("from 12 EUR");
    expect(formatMoney("1,5", null)).toBe("1,5");
    expect(formatMoney("12.50", "euros")).toBe("12.50 euros");
  });
});
