// What somebody typed and has not saved, kept in this tab whatever becomes of the page, the login or the connection.
// Named by what it is of, which the server shows to its owner alone.
import { fitting } from "./kept";

const place = (name: string) => `garner.draft.${name}`;

export function readDraft<T>(name: string, fits: (said: unknown) => said is T): T | null {
  try {
    return fitting(sessionStorage.getItem(place(name)), fits);
  } catch {
    return null;
  }
}

export function keepDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(place(name), JSON.stringify(draft));
  } catch {
    // No room, or none allowed: it is then kept for as long as the page is open.
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(place(name));
  } catch {
    // None allowed: there is none.
  }
}
