import { beforeEach, describe, expect, test, vi } from "vitest";

const STORAGE_KEY = "garner.start.draft";
const file = (name: string) => new File(["x"], name);

/** The module as a page that was just loaded has it. */
function load() {
  vi.resetModules();
  return import("./draft");
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("the draft", () => {
  test("is empty at first", async () => {
    const { getDraft } = await load();
    expect(getDraft()).toMatchObject({ text: "", kind: "auto", files: [], owner: null });
    expect(getDraft().key).toMatch(/^[0-9a-f]{32}$/);
  });

  test("keeps text, kind and key over a reload, but no files", async () => {
    const { addFiles, changeDraft, getDraft } = await load();
    addFiles([file("rows.csv")]);
    changeDraft({ text: "https://a.example", kind: "product" });
    const before = getDraft();
    const { getDraft: reloaded } = await load();
    expect(reloaded()).toEqual({ ...before, files: [] });
  });

  test("gets another key with every change, so that it is another request", async () => {
    const { addFiles, changeDraft, getDraft } = await load();
    const keys = [getDraft().key];
    changeDraft({ text: "a" });
    keys.push(getDraft().key);
    changeDraft({ kind: "recipe" });
    keys.push(getDraft().key);
    addFiles([file("rows.csv")]);
    keys.push(getDraft().key);
    expect(new Set(keys).size).toBe(4);
  });

  test("keeps its key when no file is added", async () => {
    const { addFiles, getDraft } = await load();
    const { key } = getDraft();
    addFiles([]);
    expect(getDraft().key).toBe(key);
  });

  test("collects files in the order in which they are added", async () => {
    const { addFiles, getDraft } = await load();
    addFiles([file("a.csv"), file("b.csv")]);
    addFiles([file("c.csv")]);
    expect(getDraft().files.map(({ name }) => name)).toEqual(["a.csv", "b.csv", "c.csv"]);
  });

  test("of a guest belongs to the user who signs in", async () => {
    const { changeDraft, getDraft, claimDraft } = await load();
    changeDraft({ text: "typed" });
    const { key } = getDraft();
    claimDraft("ada@example.com");
    expect(getDraft()).toMatchObject({ text: "typed", owner: "ada@example.com", key });
  });

  test("of one user is not shown to another", async () => {
    const { addFiles, changeDraft, getDraft, claimDraft } = await load();
    claimDraft("ada@example.com");
    changeDraft({ text: "secret" });
    addFiles([file("secret.csv")]);
    claimDraft("ada@example.com");
    expect(getDraft().text).toBe("secret");
    claimDraft("bob@example.com");
    expect(getDraft()).toMatchObject({ text: "", files: [], owner: "bob@example.com" });
    expect(sessionStorage.getItem(STORAGE_KEY)).not.toContain("secret");
  });

  test("is discarded when the user signs out", async () => {
    const { changeDraft, getDraft } = await load();
    const { completeSignIn, signOut } = await import("../../../api/session");
    completeSignIn({ access_token: "t", expires_in: 60, user: { email: "ada@example.com" } } as Parameters<
      typeof completeSignIn
    >[0]);
    changeDraft({ text: "secret" });
    signOut();
    expect(getDraft().text).toBe("");
    expect(sessionStorage.getItem(STORAGE_KEY)).not.toContain("secret");
  });

  test("works without storage", async () => {
    const denied = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
    vi.stubGlobal("sessionStorage", { getItem: denied, setItem: denied });
    const { changeDraft, getDraft } = await load();
    changeDraft({ text: "typed" });
    expect(getDraft().text).toBe("typed");
  });

  test.each([
    "null",
    "1",
    '"x"',
    "[1]",
    "{",
    '{"form": {}, "began": {}, "revision": 1, "at": ""}',
    '{"text": "a", "kind": "song", "owner": null, "key": "k"}',
    '{"text": "a", "kind": "auto", "owner": null}',
    '{"text": 1, "kind": "auto", "owner": null, "key": "k"}',
    '{"text": "a", "kind": "auto", "owner": 1, "key": "k"}',
  ])("is empty when %s was stored", async (text) => {
    sessionStorage.setItem(STORAGE_KEY, text);
    const { getDraft } = await load();
    expect(getDraft()).toMatchObject({ text: "", kind: "auto", files: [], owner: null });
  });
});
