import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetDraft, keepDraft, readDraft } from "./drafts";
import { isText } from "./kept";

beforeEach(() => sessionStorage.clear());

describe("drafts", () => {
  test("are read back by their name until they are discarded", () => {
    keepDraft("one", "typed");
    expect(readDraft("one", isText)).toBe("typed");
    expect(readDraft("another", isText)).toBeNull();
    forgetDraft("one");
    expect(readDraft("one", isText)).toBeNull();
  });

  test("of another shape are ignored", () => {
    keepDraft("one", { text: "typed" });
    expect(readDraft("one", isText)).toBeNull();
  });

  test("are lost without an error when the browser forbids storage", () => {
    const denied = () => {
      throw new DOMException("Denied", "SecurityError");
    };
    vi.stubGlobal("sessionStorage", { getItem: denied, setItem: denied, removeItem: denied });
    keepDraft("one", "typed");
    expect(readDraft("one", isText)).toBeNull();
    expect(() => forgetDraft("one")).not.toThrow();
  });
});
