// Uploads files. Temporary failures are retried with the same key, so that a job whose response was lost is not created
// twice.
import { API_URL, ApiError, api, createUnreachableError, unwrap } from "../../../api/client";
import { getCurrentUser, getSession, isSameUser, requireSignIn } from "../../../api/session";
import type { KindChoice } from "../../../parts/record/kinds";
import { describeUploadRetry, shouldRetry } from "../send/uploadRetry";

export interface Upload {
  files: readonly File[];
  kind: KindChoice;
  key: string;
}

export interface UploadObserver {
  signal: AbortSignal;
  /** Receives the uploaded share. */
  onShare: (share: number) => void;
  /** Receives the reason why the upload waits; null when it continues. */
  onWait: (why: string | null) => void;
}

const MAX_WAIT_MS = 15_000;

export async function sendFiles(upload: Upload, observer: UploadObserver): Promise<number> {
  let sender = getCurrentUser();
  for (let tries = 0; ; tries += 1) {
    if (tries > 0) await wait(Math.min(1000 * 2 ** tries, MAX_WAIT_MS), observer.signal);
    try {
      await ensureSignedIn(observer);
      if (!isSameUser(sender)) throw createAbortError();
      sender = getCurrentUser();
      return await sendOnce(upload, observer);
    } catch (error) {
      if (!shouldRetry(error, tries)) throw error;
      observer.onWait(describeUploadRetry(error));
      const retryAfter = error.retryAfter ?? 0;
      if (retryAfter > 0) await wait(retryAfter * 1000, observer.signal);
    }
  }
}

/** Checks the sign-in before a large upload: a server that refuses closes the connection, and its error is lost. */
async function ensureSignedIn({ signal, onWait }: UploadObserver): Promise<void> {
  const known = getSession();
  if (known === null || known.expiresAt <= Date.now()) {
    onWait("Sign in to continue.");
    if (!(await requireSignIn()))
      throw new ApiError(401, "not_signed_in", "You did not sign in, so nothing was sent.");
  }
  await unwrap(api.GET("/api/user", { signal }));
  onWait(null);
}

function sendOnce({ files, kind, key }: Upload, { signal, onShare }: UploadObserver): Promise<number> {
  const form = new FormData();
  form.set("kind", kind);
  for (const file of files) form.append("file", file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", `${API_URL}/api/jobs`);
    request.setRequestHeader("Idempotency-Key", key);
    request.setRequestHeader("Authorization", `Bearer ${getSession()?.token ?? ""}`);
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status < 300 ? resolve(readJobId(request)) : reject(readError(request)));
    request.onerror = () => reject(createUnreachableError());
    request.onabort = () => reject(createAbortError());
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    else request.send(form);
  });
}

function readJobId(request: XMLHttpRequest): number {
  return (JSON.parse(request.responseText) as { jobId: number }).jobId;
}

function readError(request: XMLHttpRequest): ApiError {
  let answer: { error?: string; code?: string; fields?: ApiError["fields"] } = {};
  try {
    answer = JSON.parse(request.responseText);
  } catch {
    // the response comes from a proxy between the page and the server
  }
  const wait = Number(request.getResponseHeader("Retry-After"));
  const message = answer.error ?? `The server answered ${request.status}.`;
  return new ApiError(
    request.status,
    answer.code ?? "unknown",
    message,
    answer.fields,
    wait > 0 ? wait : null,
  );
}

function createAbortError(): DOMException {
  return new DOMException("Stopped", "AbortError");
}

/** Waits; ends early when the browser reports that the network is back. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      signal.removeEventListener("abort", finish);
      if (signal.aborted) reject(createAbortError());
      else resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener("online", finish);
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
}
