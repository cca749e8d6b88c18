import { beforeEach, describe, expect, test, vi } from "vitest";

const KEPT = "garner.start.draft";
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
    const { draft } = await load();
    expect(draft()).toMatchObject({ text: "", kind: "auto", files: [], owner: null });
    expect(draft().key).toMatch(/^[0-9a-f]{32}$/);
  });

  test("keeps text, kind and key over a reload, but no files", async () => {
    const { addFiles, changeDraft, draft } = await load();
    addFiles([file("rows.csv")]);
    changeDraft({ text: "https://a.example", kind: "product" });
    const before = draft();
    const { draft: reloaded } = await load();
    expect(reloaded()).toEqual({ ...before, files: [] });
  });

  test("gets another key with every change, so that it is another request", async () => {
    const { addFiles, changeDraft, draft } = await load();
    const keys = [draft().key];
    changeDraft({ text: "a" });
    keys.push(draft().key);
    changeDraft({ kind: "recipe" });
    keys.push(draft().key);
    addFiles([file("rows.csv")]);
    keys.push(draft().key);
    expect(new Set(keys).size).toBe(4);
  });

  test("keeps its key when no file is added", async () => {
    const { addFiles, draft } = await load();
    const { key } = draft();
    addFiles([]);
    expect(draft().key).toBe(key);
  });

  test("collects files in the order in which they are added", async () => {
    const { addFiles, draft } = await load();
    addFiles([file("a.csv"), file("b.csv")]);
    addFiles([file("c.csv")]);
    expect(draft().files.map(({ name }) => name)).toEqual(["a.csv", "b.csv", "c.csv"]);
  });

  test("of a guest belongs to the user who signs in", async () => {
    const { changeDraft, draft, ownDraft } = await load();
    changeDraft({ text: "typed" });
    const { key } = draft();
    ownDraft("ada@example.com");
    expect(draft()).toMatchObject({ text: "typed", owner: "ada@example.com", key });
  });

  test("of one user is not shown to another", async () => {
    const { addFiles, changeDraft, draft, ownDraft } = await load();
    ownDraft("ada@example.com");
    changeDraft({ text: "secret" });
    addFiles([file("secret.csv")]);
    ownDraft("ada@example.com");
    expect(draft().text).toBe("secret");
    ownDraft("bob@example.com");
    expect(draft()).toMatchObject({ text: "", files: [], owner: "bob@example.com" });
    expect(sessionStorage.getItem(KEPT)).not.toContain("secret");
  });

  test("is discarded when the user signs out", async () => {
    const { changeDraft, draft } = await load();
    const { signedIn, signOut } = await import("../../../api/session");
    signedIn({ access_token: "t", expires_in: 60, user: { email: "ada@example.com" } } as Parameters<
      typeof signedIn
    >[0]);
    changeDraft({ text: "secret" });
    signOut();
    expect(draft().text).toBe("");
    expect(sessionStorage.getItem(KEPT)).not.toContain("secret");
  });

  test("works without storage", async () => {
    const denied = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
    vi.stubGlobal("sessionStorage", { getItem: denied, setItem: denied });
    const { changeDraft, draft } = await load();
    changeDraft({ text: "typed" });
    expect(draft().text).toBe("typed");
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
    sessionStorage.setItem(KEPT, text);
    const { draft } = await load();
    expect(draft()).toMatchObject({ text: "", kind: "auto", files: [], owner: null });
  });
});
