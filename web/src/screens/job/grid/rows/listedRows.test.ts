import { describe, expect, test } from "vitest";
import { findListedRows } from "./listedRows";

describe("findListedRows", () => {
  test.each([
    [{ statuses: "ERROR" }],
    [{ statuses: "ERROR,NOT_FOUND" }],
    [{ reason: "no_match" }],
    [{ reason: "no_match", statuses: "DONE" }],
  ])("lists failures for the search %j", (search) => {
    expect(findListedRows(search, undefined)).toBe("failed");
  });

  test("lists failures in the tab for errors, with any filter", () => {
    expect(findListedRows({}, ["ERROR", "NOT_FOUND"])).toBe("failed");
    expect(findListedRows({ statuses: "ERROR" }, ["ERROR", "NOT_FOUND"])).toBe("failed");
  });

  test("lists open rows in the tab for pending rows, also with a reason", () => {
    expect(findListedRows({}, ["PENDING", "PROCESSING"])).toBe("open");
    expect(findListedRows({ statuses: "PROCESSING", reason: "gone" }, ["PENDING", "PROCESSING"])).toBe(
      "open",
    );
  });

  test.each([[{}], [{ statuses: "DONE" }], [{ statuses: "ERROR,DONE" }], [{ statuses: "PENDING" }]])(
    "lists rows of any kind for the search %j",
    (search) => {
      expect(findListedRows(search, undefined)).toBe("any");
    },
  );
});
