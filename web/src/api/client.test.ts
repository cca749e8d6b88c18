import { beforeEach, describe, expect, test, vi } from "vitest";

const KEY = "garner.session";
const ADA = { token: "ada's", expiresAt: 4e12, user: { email: "ada@example.com" } };
const BOB = { token: "bob's", expiresAt: 4e12, user: { email: "bob@example.com" } };

/** The client as a tab of that user has it. */
async function load(session: object | null) {
  localStorage.clear();
  if (session !== null) localStorage.setItem(KEY, JSON.stringify(session));
  vi.resetModules();
  return { ...(await import("./client")), ...(await import("./session")) };
}

function signInElsewhere(session: object | null): void {
  if (session === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(session));
  window.dispatchEvent(Object.assign(new Event("storage"), { key: KEY }));
}

/** A server that accepts some tokens; returns the tokens of the requests that it got. */
function serverFor(accepted: string[], before: () => void = () => undefined): (string | null)[] {
  const seen: (string | null)[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const token = request.headers.get("Authorization");
    seen.push(token);
    before();
    return new Response("{}", { status: accepted.includes(token ?? "") ? 200 : 401 });
  });
  return seen;
}

/** Waits until a request was refused and asks for a sign-in. */
async function refused(seen: unknown[]): Promise<void> {
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  await new Promise((resolve) => setImmediate(resolve));
}

const request = (path = "/api/jobs") => new Request(`http://garner.test${path}`);

beforeEach(() => localStorage.clear());

describe("ApiError.isTransient", () => {
  test.each([0, 429, 502, 503, 504])("is true for status %i", async (status) => {
    const { ApiError } = await load(null);
    expect(new ApiError(status, "code", "message").isTransient).toBe(true);
  });

  test.each([400, 401, 404, 409, 422, 500, 501])("is false for status %i", async (status) => {
    const { ApiError } = await load(null);
    expect(new ApiError(status, "code", "message").isTransient).toBe(false);
  });
});

describe("readApiError", () => {
  test("takes message, code, fields and Retry-After from the answer", async () => {
    const { readApiError } = await load(null);
    const body = { error: "Too fast.", code: "too_many", fields: [{ field: "url", reason: "Is empty." }] };
    const error = await readApiError(Response.json(body, { status: 429, headers: { "Retry-After": "7" } }));
    expect(error).toMatchObject({ status: 429, message: "Too fast.", code: "too_many", retryAfter: 7 });
    expect(error.fields).toEqual(body.fields);
  });

  test.each(["<html>Bad gateway</html>", "", "null"])(
    "describes an answer with the body %j",
    async (body) => {
      const { readApiError } = await load(null);
      const error = await readApiError(new Response(body, { status: 502 }));
      expect(error).toMatchObject({ status: 502, code: "unknown", fields: [], retryAfter: null });
      expect(error.message).toContain("502");
    },
  );

  test.each(["soon", "0", "-1", "Wed, 21 Oct 2026 07:28:00 GMT"])(
    "ignores Retry-After: %s",
    async (value) => {
      const { readApiError } = await load(null);
      const answer = new Response("{}", { status: 503, headers: { "Retry-After": value } });
      expect((await readApiError(answer)).retryAfter).toBeNull();
    },
  );
});

describe("unwrap", () => {
  test("returns the data of an answer", async () => {
    const { unwrap } = await load(null);
    const answer = { data: { id: 1 }, response: new Response(null, { status: 200 }) };
    expect(await unwrap(Promise.resolve(answer))).toEqual({ id: 1 });
  });

  test("throws the error of a refusal, also where the body is empty", async () => {
    const { unwrap } = await load(null);
    const response = new Response(null, { status: 404 });
    await expect(
      unwrap(Promise.resolve({ error: { error: "No such job." }, response })),
    ).rejects.toMatchObject({
      status: 404,
      message: "No such job.",
    });
    await expect(unwrap(Promise.resolve({ response }))).rejects.toMatchObject({ status: 404 });
  });
});

describe("fetchAsUser", () => {
  test("sends the token of the session", async () => {
    const { fetchAsUser } = await load(ADA);
    const seen = serverFor(["Bearer ada's"]);
    expect((await fetchAsUser(request())).status).toBe(200);
    expect(seen).toEqual(["Bearer ada's"]);
  });

  test("sends no token while signed out", async () => {
    const { fetchAsUser, declineSignIn } = await load(null);
    const seen = serverFor([]);
    const answer = fetchAsUser(request());
    await refused(seen);
    declineSignIn();
    expect((await answer).status).toBe(401);
    expect(seen).toEqual([null]);
  });

  test("repeats a refused request once the same user has signed in again", async () => {
    const { fetchAsUser } = await load({ ...ADA, token: "expired" });
    const seen = serverFor(["Bearer ada's"]);
    const answer = fetchAsUser(request());
    await refused(seen);
    signInElsewhere(ADA);
    expect((await answer).status).toBe(200);
    expect(seen).toEqual(["Bearer expired", "Bearer ada's"]);
  });

  test("repeats a guest's request as the user who signs in", async () => {
    const { fetchAsUser } = await load(null);
    const seen = serverFor(["Bearer bob's"]);
    const answer = fetchAsUser(request());
    await refused(seen);
    signInElsewhere(BOB);
    expect((await answer).status).toBe(200);
  });

  test("does not repeat a request as another user who signs in", async () => {
    const { fetchAsUser } = await load({ ...ADA, token: "expired" });
    const seen = serverFor(["Bearer bob's"]);
    const answer = fetchAsUser(request());
    await refused(seen);
    signInElsewhere(BOB);
    expect((await answer).status).toBe(401);
    expect(seen).toEqual(["Bearer expired"]);
  });

  test("does not repeat a request as another user who signed in while it was on its way", async () => {
    const { fetchAsUser } = await load({ ...ADA, token: "expired" });
    const seen = serverFor(["Bearer bob's"], () => signInElsewhere(BOB));
    expect((await fetchAsUser(request())).status).toBe(401);
    expect(seen).toEqual(["Bearer expired"]);
  });

  test("repeats a request with the token that another tab renewed while it was on its way", async () => {
    const { fetchAsUser } = await load({ ...ADA, token: "expired" });
    const seen = serverFor(["Bearer ada's"], () => signInElsewhere(ADA));
    expect((await fetchAsUser(request())).status).toBe(200);
    expect(seen).toEqual(["Bearer expired", "Bearer ada's"]);
  });

  test("asks for a sign-in when a renewed token is refused too", async () => {
    const { fetchAsUser, completeSignIn } = await load({ ...ADA, token: "expired" });
    const seen = serverFor(["Bearer ada's"], () => {
      if (seen.length === 1) signInElsewhere({ ...ADA, token: "revoked" });
    });
    const answer = fetchAsUser(request());
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    await new Promise((resolve) => setImmediate(resolve));
    completeSignIn({ access_token: ADA.token, expires_in: 3600, user: ADA.user } as Parameters<
      typeof completeSignIn
    >[0]);
    expect((await answer).status).toBe(200);
    expect(seen).toEqual(["Bearer expired", "Bearer revoked", "Bearer ada's"]);
  });

  test("does not ask for a sign-in when signing in itself is refused", async () => {
    const { fetchAsUser } = await load(null);
    const seen = serverFor([]);
    expect((await fetchAsUser(request("/auth/local"))).status).toBe(401);
    expect(seen).toHaveLength(1);
  });

  test("sends the body again with the repeated request", async () => {
    const { fetchAsUser } = await load({ ...ADA, token: "expired" });
    const bodies: string[] = [];
    vi.stubGlobal("fetch", async (sent: Request) => {
      bodies.push(await sent.text());
      return new Response(null, { status: sent.headers.get("Authorization") === "Bearer ada's" ? 200 : 401 });
    });
    const answer = fetchAsUser(new Request("http://garner.test/api/jobs", { method: "POST", body: "rows" }));
    await refused(bodies);
    signInElsewhere(ADA);
    expect((await answer).status).toBe(200);
    expect(bodies).toEqual(["rows", "rows"]);
  });

  test("turns a failed connection into an error with status 0", async () => {
    const { fetchAsUser } = await load(ADA);
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("fetch failed");
    });
    await expect(fetchAsUser(request())).rejects.toMatchObject({
      status: 0,
      code: "unreachable",
      isTransient: true,
    });
  });

  test("passes on that a request was aborted", async () => {
    const { fetchAsUser } = await load(ADA);
    vi.stubGlobal("fetch", async () => {
      throw new DOMException("Aborted", "AbortError");
    });
    await expect(fetchAsUser(request())).rejects.toMatchObject({ name: "AbortError" });
  });
});
