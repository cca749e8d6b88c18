// The session of the signed-in user, shared with other tabs. Requests that need a session wait for the sign-in.
import { useSyncExternalStore } from "react";
import { isObject, isText, parseStored } from "../storage/storedValue";
import type { components } from "./schema";

export type User = components["schemas"]["UserAnswer"];
type SignedIn = components["schemas"]["SignedInAnswer"];

export interface Session {
  token: string;
  expiresAt: number;
  user: User;
}

const KEY = "garner.session";
const listeners = new Set<() => void>();
const userChangeListeners = new Set<() => void>();
let userChanges = 0;
let current: Session | null = readStoredSession();
let pendingSignIn: { promise: Promise<boolean>; resolve: (isSignedIn: boolean) => void } | null = null;

function readStoredSession(): Session | null {
  try {
    return parseStored(localStorage.getItem(KEY), isSession);
  } catch {
    return null; // the browser forbids access to the storage
  }
}

function isSession(value: unknown): value is Session {
  return (
    isObject(value) &&
    isText(value.token) &&
    Number.isFinite(value.expiresAt) &&
    isObject(value.user) &&
    isText(value.user.email)
  );
}

/** Sets the session. Data of the previous user is discarded before listeners learn of the next one. */
function setSession(next: Session | null): void {
  const hasLeft = current !== null && current.user.email !== next?.user.email;
  current = next;
  if (!hasLeft) return;
  userChanges += 1;
  for (const listener of userChangeListeners) listener();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getSession(): Session | null {
  return current;
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession);
}

/** The email address of the signed-in user; undefined for a guest. */
export function getCurrentUser(): string | undefined {
  return current?.user.email;
}

/** Whether an action may continue. A user's action must not continue as another; a guest's continues after a sign-in. */
export function isSameUser(startedBy: string | undefined): boolean {
  return startedBy === undefined || startedBy === getCurrentUser();
}

/** Calls the listener when the user signs out or another one signs in, so that it can discard that user's data. */
export function onUserChange(listener: () => void): void {
  userChangeListeners.add(listener);
}

/** The number of times that a user signed out or was replaced by another. Used as a key for what is shown. */
export function useUserChanges(): number {
  return useSyncExternalStore(subscribe, () => userChanges);
}

/** Whether a request waits for a sign-in. */
export function useSignInRequested(): boolean {
  return useSyncExternalStore(subscribe, () => pendingSignIn !== null);
}

export function completeSignIn(answer: SignedIn): void {
  setSession({
    token: answer.access_token,
    expiresAt: Date.now() + answer.expires_in * 1000,
    user: answer.user,
  });
  storeSession();
  settleSignIn(true);
  notifyListeners();
}

function storeSession(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // No space or no access: the session lasts as long as the page, and no session of an earlier user is left.
    removeStoredSession();
  }
}

/** Removes the stored session at once, so that the page opens signed out even if the tab is closed now. */
export function removeStoredSession(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // The browser forbids storage: nothing is stored.
  }
}

export function signOut(): void {
  setSession(null);
  removeStoredSession();
  settleSignIn(false);
  notifyListeners();
}

/** Asks for a sign-in and waits for it. Any user may sign in; false if the user declines. */
export function requireSignIn(): Promise<boolean> {
  if (pendingSignIn === null) {
    let resolve: (isSignedIn: boolean) => void = () => {};
    const promise = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    pendingSignIn = { promise, resolve };
    notifyListeners();
  }
  return pendingSignIn.promise;
}

export function declineSignIn(): void {
  settleSignIn(false);
  notifyListeners();
}

function settleSignIn(isSignedIn: boolean): void {
  pendingSignIn?.resolve(isSignedIn);
  pendingSignIn = null;
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY && event.key !== null) return; // null: the whole storage was cleared
  setSession(readStoredSession());
  if (current !== null) settleSignIn(true);
  notifyListeners();
});
