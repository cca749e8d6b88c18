import { expect, test } from "vitest";
import { parseRecordSearch } from "./search";

test("the first view is not written to the address", () => {
  expect(parseRecordSearch({ view: "reading" }).view).toBeUndefined();
  expect(parseRecordSearch({ view: "history" }).view).toBe("history");
  expect(parseRecordSearch({ view: "json", explain: true })).toEqual({ view: "json", explain: true });
});

test("unknown values are dropped", () => {
  expect(parseRecordSearch({ view: "html", explain: "true" })).toEqual({});
  expect(parseRecordSearch({ explain: false })).toEqual({});
});
