import { describe, expect, test } from "vitest";
import { parseJobSearch } from "./screens/job/search";
import { clearUnknown } from "./searchCheck";

describe("clearUnknown", () => {
  test("sets parameters that the check leaves out to undefined", () => {
    expect(clearUnknown(parseJobSearch)({ tab: "errors", sort: "sideways", other: 1 })).toStrictEqual({
      tab: "errors",
      sort: undefined,
      other: undefined,
    });
  });

  test("adds nothing to an empty search", () => {
    expect(clearUnknown(parseJobSearch)({})).toStrictEqual({});
  });
});
