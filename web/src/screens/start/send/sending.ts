// What is being sent, and the jobs that came of it in this tab. It goes on while other screens are looked at.
import { useSyncExternalStore } from "react";
import { queryClient } from "../../../api/queries";
import { refresh } from "../../../api/refresh";
import { asker, whenSomebodyLeaves } from "../../../api/session";
import { fitting } from "../../../storage/kept";
import { sendFiles, type Upload } from "../files/upload";
import { areSent, type Sent } from "../sent/sent";
import { changeDraft, draft } from "./draft";

export interface Sending {
  /** What is on its way, in words. */
  what: string;
  share: number;
  wait: string | null;
}

interface State {
  sending: Sending | null;
  problem: unknown;
  sent: readonly Sent[];
}

const KEPT = "garner.start.sent";
const MOST_SENT = 5;
const listeners = new Set<() => void>();
let stopping: AbortController | null = null;
let state: State = { sending: null, problem: null, sent: read() };

function read(): Sent[] {
  try {
    return fitting(sessionStorage.getItem(KEPT), areSent) ?? [];
  } catch {
    return [];
  }
}

function become(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function progress(change: Partial<Sending>): void {
  if (state.sending !== null) become({ sending: { ...state.sending, ...change } });
}

/** Sends it and shows what becomes of it; true if a job was made. */
export async function send(upload: Upload, what: string): Promise<boolean> {
  if (stopping !== null) return false;
  stopping = new AbortController();
  become({ sending: { what, share: 0, wait: null }, problem: null });
  window.addEventListener("beforeunload", askBeforeLeaving);
  try {
    const jobId = await sendFiles(upload, {
      signal: stopping.signal,
      onShare: (share) => progress({ share }),
      onWait: (wait) => progress({ wait }),
    });
    remember(jobId);
    return true;
  } catch (error) {
    become({ problem: stopping.signal.aborted ? null : error });
    return false;
  } finally {
    stopping = null;
    window.removeEventListener("beforeunload", askBeforeLeaving);
    become({ sending: null });
  }
}

/** What is in the box. What could not be read stays in it, and so does what came in the meantime. */
export async function sendDraft(files: readonly File[], what: string, left: string): Promise<void> {
  const { key, kind, text } = draft();
  if (!(await send({ files, kind, key }, what))) return;
  const now = draft();
  changeDraft({
    text: now.text === text ? left : now.text,
    files: now.files.filter((file) => !files.includes(file)),
  });
}

export function stopSending(): void {
  stopping?.abort();
}

export function dismissProblem(): void {
  become({ problem: null });
}

function remember(jobId: number): void {
  const email = asker() ?? "";
  const others = state.sent.filter((one) => one.jobId !== jobId);
  keepSent([{ jobId, email }, ...others].slice(0, MOST_SENT));
  refresh(queryClient, { queryKey: ["jobs"] });
}

/** Takes a job off the list of what was sent; among all jobs it stays. */
export function putAway(jobId: number): void {
  keepSent(state.sent.filter((one) => one.jobId !== jobId));
}

function keepSent(sent: readonly Sent[]): void {
  become({ sent });
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(sent));
  } catch {
    // then they are not shown here after a reload
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function useSending(): State {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

whenSomebodyLeaves(() => {
  stopSending();
  dismissProblem();
});
