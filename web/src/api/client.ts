// The way to the API: types from its own document, one kind of error, and a sign-in in between where one is needed.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";
import { asker, mayGoOn, session, signInFirst } from "./session";

export type Schemas = components["schemas"];

const address = import.meta.env.VITE_API_URL ?? import.meta.env.REACT_APP_API_URL ?? "";
export const API_URL = String(address).replace(/\/+$/, "");

const UNREACHABLE = "The server cannot be reached.";

/** What the API says went wrong: a sentence for people, a code for machines, and what is wrong with which field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: { field: string; reason: string }[];
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: ApiError["fields"] = [],
    retryAfter: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  /** Whether it may go well by itself in a while. */
  get passes(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

export function unreachable(): ApiError {
  return new ApiError(0, "unreachable", UNREACHABLE);
}

/** The error of an answer whose body was read already. */
function errorTold(response: Response, body: unknown): ApiError {
  const { error, code, fields } = (body ?? {}) as Partial<{
    error: string;
    code: string;
    fields: ApiError["fields"];
  }>;
  const wait = Number(response.headers.get("Retry-After"));
  return new ApiError(
    response.status,
    code ?? "unknown",
    error ?? `The server answered ${response.status}.`,
    fields ?? [],
    wait > 0 ? wait : null,
  );
}

export async function errorOf(response: Response): Promise<ApiError> {
  return errorTold(response, await response.json().catch(() => null));
}

function withToken(request: Request): Request {
  const token = session()?.token;
  const marked = new Request(request);
  if (token) marked.headers.set("Authorization", `Bearer ${token}`);
  return marked;
}

/** A request as the user who is signed in. One that needs a sign-in waits for it and is sent again, as the same user. */
export async function asPerson(request: Request): Promise<Response> {
  const spare = request.clone();
  const began = asker();
  const token = session()?.token;
  const response = await send(request);
  if (response.status !== 401 || request.url.includes("/auth/")) return response;
  // Another tab may have renewed the sign-in or ended it, or signed another user in, while the request was on its way.
  if (session()?.token !== token) return mayGoOn(began) ? asPerson(spare) : response;
  const isSignedIn = await signInFirst();
  return isSignedIn && mayGoOn(began) ? send(spare) : response;
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(withToken(request));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
}

export const api = createClient<paths>({ baseUrl: API_URL || window.location.origin, fetch: asPerson });

/** The data of an answer, or its error thrown: `await told(api.GET("/api/jobs"))`. */
export async function told<T>(
  answer: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw errorTold(response, error);
  return data as T;
}
