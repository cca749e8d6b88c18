// The current upload, and the jobs that were sent from this tab. The upload continues on other screens.
import { useSyncExternalStore } from "react";
import { queryClient } from "../../../api/queries";
import { refresh } from "../../../api/refresh";
import { getCurrentUser, onUserChange } from "../../../api/session";
import { parseStored } from "../../../storage/storedValue";
import { sendFiles, type Upload } from "../files/upload";
import { isSentList, type SentJobEntry } from "../sent/sentJobs";
import { changeDraft, getDraft } from "./draft";

export interface Sending {
  /** A description of what is uploaded. */
  what: string;
  share: number;
  wait: string | null;
}

interface State {
  sending: Sending | null;
  problem: unknown;
  sent: readonly SentJobEntry[];
}

const STORAGE_KEY = "garner.start.sent";
const MAX_SENT = 5;
const listeners = new Set<() => void>();
let controller: AbortController | null = null;
let state: State = { sending: null, problem: null, sent: loadSent() };

function loadSent(): SentJobEntry[] {
  try {
    return parseStored(sessionStorage.getItem(STORAGE_KEY), isSentList) ?? [];
  } catch {
    return [];
  }
}

function setState(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function setProgress(change: Partial<Sending>): void {
  if (state.sending !== null) setState({ sending: { ...state.sending, ...change } });
}

/** Uploads and shows the job. Returns true if a job was created. */
export async function send(upload: Upload, what: string): Promise<boolean> {
  if (controller !== null) return false;
  controller = new AbortController();
  setState({ sending: { what, share: 0, wait: null }, problem: null });
  window.addEventListener("beforeunload", askBeforeLeaving);
  try {
    const jobId = await sendFiles(upload, {
      signal: controller.signal,
      onShare: (share) => setProgress({ share }),
      onWait: (wait) => setProgress({ wait }),
    });
    rememberJob(jobId);
    return true;
  } catch (error) {
    setState({ problem: controller.signal.aborted ? null : error });
    return false;
  } finally {
    controller = null;
    window.removeEventListener("beforeunload", askBeforeLeaving);
    setState({ sending: null });
  }
}

/** Sends the content of the box. Invalid lines, and input that was added in the meantime, stay in the box. */
export async function sendDraft(files: readonly File[], what: string, left: string): Promise<void> {
  const { key, kind, text } = getDraft();
  if (!(await send({ files, kind, key }, what))) return;
  const now = getDraft();
  changeDraft({
    text: now.text === text ? left : now.text,
    files: now.files.filter((file) => !files.includes(file)),
  });
}

export function stopSending(): void {
  controller?.abort();
}

export function dismissProblem(): void {
  setState({ problem: null });
}

function rememberJob(jobId: number): void {
  const email = getCurrentUser() ?? "";
  const others = state.sent.filter((entry) => entry.jobId !== jobId);
  saveSent([{ jobId, email }, ...others].slice(0, MAX_SENT));
  refresh(queryClient, { queryKey: ["jobs"] });
}

/** Removes a job from the list of sent jobs. The job itself is not changed. */
export function hideSent(jobId: number): void {
  saveSent(state.sent.filter((entry) => entry.jobId !== jobId));
}

function saveSent(sent: readonly SentJobEntry[]): void {
  setState({ sent });
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(sent));
  } catch {
    // The storage is full or disabled: the list is lost after a reload.
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

onUserChange(() => {
  stopSending();
  dismissProblem();
});
