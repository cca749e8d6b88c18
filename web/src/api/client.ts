// The client of the API. Its types are generated from the OpenAPI document. Requests that need a sign-in ask for it.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";
import { getCurrentUser, getSession, isSameUser, requireSignIn } from "./session";

export type Schemas = components["schemas"];

const address = import.meta.env.VITE_API_URL ?? import.meta.env.REACT_APP_API_URL ?? "";
export const API_URL = String(address).replace(/\/+$/, "");

const UNREACHABLE = "The server cannot be reached.";

/** An error of the API: a message for the user, a code, and the reasons by field. */
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

  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

export function createUnreachableError(): ApiError {
  return new ApiError(0, "unreachable", UNREACHABLE);
}

/** The error of a response whose body was already read. */
function toApiError(response: Response, body: unknown): ApiError {
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

export async function readApiError(response: Response): Promise<ApiError> {
  return toApiError(response, await response.json().catch(() => null));
}

function authorize(request: Request): Request {
  const token = getSession()?.token;
  const authorized = new Request(request);
  if (token) authorized.headers.set("Authorization", `Bearer ${token}`);
  return authorized;
}

/** Sends a request as the signed-in user. If it requires a sign-in, waits for it and sends it again as the same user. */
export async function fetchAsUser(request: Request): Promise<Response> {
  const copy = request.clone();
  const startedBy = getCurrentUser();
  const token = getSession()?.token;
  const response = await send(request);
  if (response.status !== 401 || request.url.includes("/auth/")) return response;
  // During the request another tab may have renewed or ended the session, or signed another user in.
  if (getSession()?.token !== token) return isSameUser(startedBy) ? fetchAsUser(copy) : response;
  const isSignedIn = await requireSignIn();
  return isSignedIn && isSameUser(startedBy) ? send(copy) : response;
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(authorize(request));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw createUnreachableError();
  }
}

export const api = createClient<paths>({ baseUrl: API_URL || window.location.origin, fetch: fetchAsUser });

/** Returns the data of a response, or throws its error: `await unwrap(api.GET("/api/jobs"))`. */
export async function unwrap<T>(
  answer: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw toApiError(response, error);
  return data as T;
}
