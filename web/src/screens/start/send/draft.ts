// What is in the box. It outlives other screens, a sign-in and failures; the words also outlive a reload, which a
// browser does not allow of files.
import { useSyncExternalStore } from "react";
import { newKey } from "../../../api/keys";
import { whenSomebodyLeaves } from "../../../api/session";
import { fitting, isObject, isText } from "../../../storage/kept";
import type { KindChoice } from "./outlook";

export interface Draft {
  text: string;
  kind: KindChoice;
  files: readonly File[];
  /** Whose it is, once somebody is signed in. */
  owner: string | null;
  /** Goes with every try to send this, so that it becomes one job however often it is tried. */
  key: string;
}

const KEPT = "garner.start.draft";
const KINDS: readonly string[] = ["auto", "recipe", "product", "posting"] satisfies KindChoice[];
const listeners = new Set<() => void>();
let current: Draft = read();

function blank(): Draft {
  return { text: "", kind: "auto", files: [], owner: null, key: newKey() };
}

function read(): Draft {
  try {
    const kept = fitting(sessionStorage.getItem(KEPT), isKept);
    return kept === null ? blank() : { ...kept, files: [] };
  } catch {
    return blank();
  }
}

function isKept(said: unknown): said is Omit<Draft, "files"> {
  return (
    isObject(said) &&
    isText(said.text) &&
    isText(said.key) &&
    KINDS.includes(String(said.kind)) &&
    (said.owner === null || isText(said.owner))
  );
}

export function draft(): Draft {
  return current;
}

export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, draft);
}

/** Other content is another request, with a key of its own. */
export function changeDraft(change: Partial<Pick<Draft, "text" | "kind" | "files">>): void {
  become({ ...current, ...change, key: newKey() });
}

/** What a guest typed is theirs when they sign in; what one person typed is not shown to the next. */
export function ownDraft(email: string): void {
  if (current.owner === email) return;
  become(current.owner === null ? { ...current, owner: email } : { ...blank(), owner: email });
}

function become(next: Draft): void {
  current = next;
  try {
    const { text, kind, owner, key } = current;
    sessionStorage.setItem(KEPT, JSON.stringify({ text, kind, owner, key }));
  } catch {
    // There is no room for so much, or none at all: then it lives as long as the page.
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

whenSomebodyLeaves(() => become(blank()));
