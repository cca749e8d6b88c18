import { beforeEach, describe, expect, test, vi } from "vitest";
import { deleteDraft, readDraft, saveDraft } from "./drafts";
import { isText } from "./storedValue";

beforeEach(() => sessionStorage.clear());

describe("drafts", () => {
  test("are read back by their name until they are discarded", () => {
    saveDraft("one", "typed");
    expect(readDraft("one", isText)).toBe("typed");
    expect(readDraft("another", isText)).toBeNull();
    deleteDraft("one");
    expect(readDraft("one", isText)).toBeNull();
  });

  test("of another shape are ignored", () => {
    saveDraft("one", { text: "typed" });
    expect(readDraft("one", isText)).toBeNull();
  });

  test("are lost without an error when the browser forbids storage", () => {
    const denied = () => {
      throw new DOMException("Denied", "SecurityError");
    };
    vi.stubGlobal("sessionStorage", { getItem: denied, setItem: denied, removeItem: denied });
    saveDraft("one", "typed");
    expect(readDraft("one", isText)).toBeNull();
    expect(() => deleteDraft("one")).not.toThrow();
  });
});
