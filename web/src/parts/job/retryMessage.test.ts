import { describe, expect, test } from "vitest";
import { describeRetry } from "./retryMessage";

const ANSWER = { taken: 0, exhausted: 0, goesOn: false, hint: null };

describe("describeRetry", () => {
  test("says how many rows are retried", () => {
    expect(describeRetry({ ...ANSWER, taken: 1 }).title).toBe("Retrying 1 row");
    expect(describeRetry({ ...ANSWER, taken: 2 }).title).toBe("Retrying 2 rows");
  });

  test("offers to reset attempts when rows have none left", () => {
    const words = describeRetry({ ...ANSWER, exhausted: 3, hint: "Rows without attempts left: 3." });
    expect(words.title).toBe("Nothing to retry");
    expect(words.message).toBe("3 rows have no attempts left. Reset attempts to retry them.");
  });

  test("shows the server's hint, and says when more rows are being checked", () => {
    expect(describeRetry({ ...ANSWER, hint: "No row matches." }).message).toBe("No row matches.");
    expect(describeRetry({ ...ANSWER, taken: 2000, goesOn: true }).message).toContain("More");
  });
});
