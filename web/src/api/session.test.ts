import { beforeEach, describe, expect, test, vi } from "vitest";
import type { User } from "./session";

const KEY = "garner.session";
const NOW = Date.UTC(2026, 4, 1, 12);

const user = (email: string) => ({ email }) as User;
const kept = (email: string, token = "token") => JSON.stringify({ token, expiresAt: 4e12, user: { email } });
const answer = (email: string, token = "token") =>
  ({ access_token: token, expires_in: 3600, user: user(email) }) as Parameters<
    Awaited<ReturnType<typeof load>>["completeSignIn"]
  >[0];

/** Loads the module as in a new tab. */
function load() {
  vi.resetModules();
  return import("./session");
}

/** What another tab has written. */
function storedElsewhere(value: string | null, key: string | null = KEY): void {
  if (value === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, value);
  window.dispatchEvent(Object.assign(new Event("storage"), { key }));
}

beforeEach(() => {
  localStorage.clear();
});

describe("the kept session", () => {
  test("is used when it has the expected shape", async () => {
    localStorage.setItem(KEY, kept("ada@example.com"));
    const { getSession, getCurrentUser } = await load();
    expect(getSession()).toEqual({ token: "token", expiresAt: 4e12, user: { email: "ada@example.com" } });
    expect(getCurrentUser()).toBe("ada@example.com");
  });

  test.each([
    '"x"',
    "{}",
    "1",
    "[]",
    "{",
    "null",
    '{"token": "x"}',
    '{"token": "x", "expiresAt": 4e12}',
    '{"token": "x", "expiresAt": 4e12, "user": []}',
    '{"token": "x", "expiresAt": 4e12, "user": {"email": 1}}',
    '{"token": "x", "expiresAt": "later", "user": {"email": "a"}}',
    '{"token": 1, "expiresAt": 4e12, "user": {"email": "a"}}',
  ])("is ignored when it is %s", async (text) => {
    localStorage.setItem(KEY, text);
    const { getSession, getCurrentUser } = await load();
    expect(getSession()).toBeNull();
    expect(getCurrentUser()).toBeUndefined();
  });

  test("is ignored when the browser forbids access to its storage", async () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new DOMException("Denied", "SecurityError");
      },
    });
    expect((await load()).getSession()).toBeNull();
  });
});

describe("signing in", () => {
  test("keeps the session with the moment when it expires", async () => {
    vi.spyOn(Date, "now").mockReturnValue(NOW);
    const { completeSignIn, getSession } = await load();
    completeSignIn(answer("ada@example.com"));
    const expected = { token: "token", expiresAt: NOW + 3_600_000, user: { email: "ada@example.com" } };
    expect(getSession()).toEqual(expected);
    expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toEqual(expected);
  });

  test("lets every request that waited for it continue", async () => {
    const { completeSignIn, requireSignIn } = await load();
    const waiting = [requireSignIn(), requireSignIn()];
    completeSignIn(answer("ada@example.com"));
    expect(await Promise.all(waiting)).toEqual([true, true]);
  });

  test("in another tab lets requests of this tab continue", async () => {
    const { getCurrentUser, requireSignIn } = await load();
    const waiting = requireSignIn();
    storedElsewhere(kept("ada@example.com"));
    expect(await waiting).toBe(true);
    expect(getCurrentUser()).toBe("ada@example.com");
  });

  test("that is declined fails what waited for it, and can be asked for again", async () => {
    const { declineSignIn, completeSignIn, requireSignIn } = await load();
    const first = requireSignIn();
    declineSignIn();
    expect(await first).toBe(false);
    const second = requireSignIn();
    completeSignIn(answer("ada@example.com"));
    expect(await second).toBe(true);
  });
});

describe("without storage", () => {
  const forbidden = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };

  beforeEach(() => {
    vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  });

  test("a user signs in for as long as the page is open", async () => {
    const { getCurrentUser, completeSignIn, requireSignIn } = await load();
    const waiting = requireSignIn();
    completeSignIn(answer("ada@example.com"));
    expect(await waiting).toBe(true);
    expect(getCurrentUser()).toBe("ada@example.com");
  });

  test("a user signs out", async () => {
    const { getCurrentUser, removeStoredSession, completeSignIn, signOut } = await load();
    completeSignIn(answer("ada@example.com"));
    removeStoredSession();
    signOut();
    expect(getCurrentUser()).toBeUndefined();
  });
});

describe("without room in the storage", () => {
  test("no session of another user is left there", async () => {
    localStorage.setItem(KEY, kept("bob@example.com"));
    const { completeSignIn } = await load();
    vi.spyOn(localStorage, "setItem").mockImplementation(() => {
      throw new DOMException("Full.", "QuotaExceededError");
    });
    completeSignIn(answer("ada@example.com"));
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});

describe("a change of the user", () => {
  test("by signing out removes the kept session and fails what waits for a sign-in", async () => {
    localStorage.setItem(KEY, kept("ada@example.com"));
    const { getCurrentUser, requireSignIn, signOut } = await load();
    const waiting = requireSignIn();
    signOut();
    expect(await waiting).toBe(false);
    expect(getCurrentUser()).toBeUndefined();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test.each([
    ["another user signs in in another tab", () => storedElsewhere(kept("bob@example.com"))],
    ["the user signs out in another tab", () => storedElsewhere(null)],
    ["all storage is cleared", () => storedElsewhere(null, null)],
  ])("discards personal data when %s", async (_, leave) => {
    localStorage.setItem(KEY, kept("ada@example.com"));
    const { getCurrentUser, onUserChange } = await load();
    const seen: (string | undefined)[] = [];
    onUserChange(() => seen.push(getCurrentUser()));
    leave();
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toBe("ada@example.com");
  });

  test("does not happen when the same user renews the session", async () => {
    localStorage.setItem(KEY, kept("ada@example.com"));
    const { getSession, completeSignIn, onUserChange } = await load();
    const forget = vi.fn();
    onUserChange(forget);
    completeSignIn(answer("ada@example.com", "renewed"));
    expect(getSession()?.token).toBe("renewed");
    expect(forget).not.toHaveBeenCalled();
  });

  test("does not happen when a guest signs in", async () => {
    const { completeSignIn, onUserChange } = await load();
    const forget = vi.fn();
    onUserChange(forget);
    completeSignIn(answer("ada@example.com"));
    expect(forget).not.toHaveBeenCalled();
  });

  test("does not happen when another key of the storage changes", async () => {
    localStorage.setItem(KEY, kept("ada@example.com"));
    const { getCurrentUser } = await load();
    storedElsewhere(null, "garner.grid.columns");
    expect(getCurrentUser()).toBe("ada@example.com");
  });
});

describe("isSameUser", () => {
  test("allows what the same user or a guest began, and refuses what another user began", async () => {
    localStorage.setItem(KEY, kept("ada@example.com"));
    const { isSameUser } = await load();
    expect(isSameUser("ada@example.com")).toBe(true);
    expect(isSameUser(undefined)).toBe(true);
    expect(isSameUser("bob@example.com")).toBe(false);
  });

  test("refuses an action that a user started before signing out", async () => {
    expect((await load()).isSameUser("ada@example.com")).toBe(false);
  });
});
