// The content of the send box. It survives other screens, a sign-in and failures. The text also survives a reload; files
// cannot.
import { useSyncExternalStore } from "react";
import { createKey } from "../../../api/idempotencyKeys";
import { onUserChange } from "../../../api/session";
import { isKindChoice, type KindChoice } from "../../../parts/record/kinds";
import { isObject, isText, parseStored } from "../../../storage/storedValue";

export interface Draft {
  text: string;
  kind: KindChoice;
  files: readonly File[];
  /** The email address of the user, once signed in. */
  owner: string | null;
  /** Sent with every attempt, so that all attempts together create one job. */
  key: string;
}

const STORAGE_KEY = "garner.start.draft";
const listeners = new Set<() => void>();
let current: Draft = loadDraft();

function createDraft(): Draft {
  return { text: "", kind: "auto", files: [], owner: null, key: createKey() };
}

function loadDraft(): Draft {
  try {
    const stored = parseStored(sessionStorage.getItem(STORAGE_KEY), isStoredDraft);
    return stored === null ? createDraft() : { ...stored, files: [] };
  } catch {
    return createDraft();
  }
}

function isStoredDraft(value: unknown): value is Omit<Draft, "files"> {
  return (
    isObject(value) &&
    isText(value.text) &&
    isText(value.key) &&
    isKindChoice(value.kind) &&
    (value.owner === null || isText(value.owner))
  );
}

export function getDraft(): Draft {
  return current;
}

export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, getDraft);
}

/** Changes the content. Changed content is a new request with a new key. */
export function changeDraft(change: Partial<Pick<Draft, "text" | "kind" | "files">>): void {
  setDraft({ ...current, ...change, key: createKey() });
}

/** Assigns a guest's draft to the user who signs in. The draft of one user is not shown to the next. */
export function claimDraft(email: string): void {
  if (current.owner === email) return;
  setDraft(current.owner === null ? { ...current, owner: email } : { ...createDraft(), owner: email });
}

function setDraft(next: Draft): void {
  current = next;
  try {
    const { text, kind, owner, key } = current;
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ text, kind, owner, key }));
  } catch {
    // The storage is full or disabled: the draft lives as long as the page is open.
  }
  for (const listener of listeners) listener();
}

export function addFiles(files: readonly File[]): void {
  if (files.length > 0) changeDraft({ files: [...current.files, ...files] });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onUserChange(() => setDraft(createDraft()));
