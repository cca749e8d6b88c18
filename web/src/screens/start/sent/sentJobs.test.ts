import { describe, expect, test } from "vitest";
import { parseStored } from "../../../storage/storedValue";
import { isSentList } from "./sentJobs";

describe("the stored list of sent jobs", () => {
  test("is used when it has the expected shape", () => {
    const sent = [{ jobId: 7, email: "ada@example.com" }];
    expect(parseStored(JSON.stringify(sent), isSentList)).toEqual(sent);
    expect(parseStored("[]", isSentList)).toEqual([]);
  });

  test.each([
    "null",
    "1",
    '"x"',
    "[1]",
    "{",
    '{"form": {}, "began": {}, "revision": 1, "at": ""}',
    '[{"jobId": "7", "email": "ada@example.com"}]',
    '[{"jobId": 1.5, "email": "ada@example.com"}]',
    '[{"jobId": 7}]',
    '[{"jobId": 7, "email": "ada@example.com"}, null]',
  ])("is ignored when it is %s", (text) => {
    expect(parseStored(text, isSentList)).toBeNull();
  });
});
