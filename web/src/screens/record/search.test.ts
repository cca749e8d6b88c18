import { expect, test } from "vitest";
import { recordSearch } from "./search";

test("the first view is not written to the address", () => {
  expect(recordSearch({ view: "reading" }).view).toBeUndefined();
  expect(recordSearch({ view: "history" }).view).toBe("history");
  expect(recordSearch({ view: "json", explain: true })).toEqual({ view: "json", explain: true });
});

test("unknown values are dropped", () => {
  expect(recordSearch({ view: "html", explain: "true" })).toEqual({});
  expect(recordSearch({ explain: false })).toEqual({});
});
