// Unsaved input, stored for this tab. It survives a reload, a sign-in and a lost connection. Its name contains the id
// of what is edited, which the server shows only to the owner.
import { parseStored } from "./storedValue";

const getStorageKey = (name: string) => `garner.draft.${name}`;

export function readDraft<T>(name: string, isValid: (value: unknown) => value is T): T | null {
  try {
    return parseStored(sessionStorage.getItem(getStorageKey(name)), isValid);
  } catch {
    return null;
  }
}

export function saveDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(getStorageKey(name), JSON.stringify(draft));
  } catch {
    // The storage is full or disabled: the draft lives as long as the page is open.
  }
}

export function deleteDraft(name: string): void {
  try {
    sessionStorage.removeItem(getStorageKey(name));
  } catch {
    // The storage is disabled, so there is no draft.
  }
}
