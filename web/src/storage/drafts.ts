// What somebody typed and has not saved, kept in this tab whatever becomes of the page, the login or the connection.
// Named by what it is of, which the server shows to its owner alone.
import { parseStored } from "./storedValue";

const storageKey = (name: string) => `garner.draft.${name}`;

export function readDraft<T>(name: string, isValid: (value: unknown) => value is T): T | null {
  try {
    return parseStored(sessionStorage.getItem(storageKey(name)), isValid);
  } catch {
    return null;
  }
}

export function saveDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(storageKey(name), JSON.stringify(draft));
  } catch {
    // No room, or none allowed: it is then kept for as long as the page is open.
  }
}

export function deleteDraft(name: string): void {
  try {
    sessionStorage.removeItem(storageKey(name));
  } catch {
    // None allowed: there is none.
  }
}
