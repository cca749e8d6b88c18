import { describe, expect, test } from "vitest";
import { describeRetry } from "./retryMessage";

const ANSWER = { taken: 0, exhausted: 0, goesOn: false, hint: null };

describe("redoneWords", () => {
  test("says how many rows are done again", () => {
    expect(describeRetry({ ...ANSWER, taken: 1 }).title).toBe("Retrying 1 row");
    expect(describeRetry({ ...ANSWER, taken: 2 }).title).toBe("Retrying 2 rows");
  });

  test("offers to count attempts anew where that takes more", () => {
    const words = describeRetry({ ...ANSWER, exhausted: 3, hint: "Rows without attempts left: 3." });
    expect(words.title).toBe("Nothing to retry");
    expect(words.message).toBe("3 rows have no attempts left. Reset attempts to retry them.");
  });

  test("passes on what the server offers, and says when there is more to go through", () => {
    expect(describeRetry({ ...ANSWER, hint: "No row fits." }).message).toBe("No row fits.");
    expect(describeRetry({ ...ANSWER, taken: 2000, goesOn: true }).message).toContain("More");
  });
});
