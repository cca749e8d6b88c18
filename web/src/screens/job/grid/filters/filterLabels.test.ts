import { describe, expect, test } from "vitest";
import { listFilterLabels } from "./filterLabels";

const FILTER = {
  statuses: "NOT_FOUND,ERROR",
  reason: "gone",
  domain: "shop.example",
  minConfidence: 0,
  maxConfidence: 0.5,
  from: "2026-05-01T02:00:00Z",
  to: "2026-05-02T02:00:00Z",
};

describe("listFilterLabels", () => {
  test("describes every filter separately, in the time zone of the reader", () => {
    const words = listFilterLabels(FILTER).map((one) => one.label.replace(/\s/g, " "));
    expect(words).toHaveLength(8);
    expect(words[2]).toContain("gone");
    expect(words[3]).toContain("shop.example");
    expect(words[4]).toContain("0 %");
    expect(words[5]).toContain("50 %");
    expect(words[6]).toContain("Apr 30, 2026, 10:00 PM");
    expect(words[7]).toContain("May 1, 2026, 10:00 PM");
  });

  test("has a different key for each", () => {
    const keys = listFilterLabels(FILTER).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("removes one filter at a time until none is left", () => {
    let filter: object = FILTER;
    for (let left = 8; left > 0; left -= 1) {
      const [first] = listFilterLabels(filter);
      expect(listFilterLabels(filter)).toHaveLength(left);
      filter = { ...filter, ...first?.without };
    }
    expect(listFilterLabels(filter)).toEqual([]);
  });

  test("keeps the other statuses when one is removed", () => {
    const [notFound] = listFilterLabels({ statuses: "DONE,NOT_FOUND,ERROR" }).slice(1);
    expect(notFound?.without).toEqual({ statuses: "DONE,ERROR" });
  });

  test("is empty without filters", () => {
    expect(listFilterLabels({})).toEqual([]);
  });
});
