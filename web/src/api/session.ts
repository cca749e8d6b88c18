// Who is signed in. Kept where other tabs see it; what a request needs while nobody is signed in waits for the sign-in.
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
const forgetting = new Set<() => void>();
let departures = 0;
let current: Session | null = read();
let asked: { promise: Promise<boolean>; resolve: (isSignedIn: boolean) => void } | null = null;

function read(): Session | null {
  try {
    return parseStored(localStorage.getItem(KEY), isSession);
  } catch {
    return null; // a browser may forbid to look
  }
}

function isSession(said: unknown): said is Session {
  return (
    isObject(said) &&
    isText(said.token) &&
    Number.isFinite(said.expiresAt) &&
    isObject(said.user) &&
    isText(said.user.email)
  );
}

/** What was the last one's is forgotten before anything hears who is next. */
function become(next: Session | null): void {
  const hasLeft = current !== null && current.user.email !== next?.user.email;
  current = next;
  if (!hasLeft) return;
  departures += 1;
  for (const forget of forgetting) forget();
}

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function session(): Session | null {
  return current;
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, session);
}

/** Who is asking; undefined for nobody in particular. */
export function asker(): string | undefined {
  return current?.user.email;
}

/** What one person began another must not go on with; what nobody in particular began, whoever signs in may. */
export function mayGoOn(began: string | undefined): boolean {
  return began === undefined || began === asker();
}

/** For whatever holds something of a person: it lets go of it when that person signs out or another one signs in. */
export function whenSomebodyLeaves(forget: () => void): void {
  forgetting.add(forget);
}

/** How often somebody has left. What is shown of a person is shown for one such number. */
export function useDepartures(): number {
  return useSyncExternalStore(subscribe, () => departures);
}

/** Whether somebody has to sign in for what was asked to go on. */
export function useSignInAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asked !== null);
}

export function signedIn(answer: SignedIn): void {
  become({
    token: answer.access_token,
    expiresAt: Date.now() + answer.expires_in * 1000,
    user: answer.user,
  });
  keep();
  settleAsked(true);
  changed();
}

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // No room, or none allowed: the sign-in lasts as long as the page, and none of an earlier user is left.
    forgetKept();
  }
}

/** At once: whatever happens to this page next, nobody is signed in when it is opened again. */
export function forgetKept(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}

export function signOut(): void {
  become(null);
  forgetKept();
  settleAsked(false);
  changed();
}

/** Waits until somebody has signed in, whoever that is; false if nobody does. */
export function signInFirst(): Promise<boolean> {
  if (asked === null) {
    let resolve: (isSignedIn: boolean) => void = () => {};
    const promise = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    asked = { promise, resolve };
    changed();
  }
  return asked.promise;
}

export function declineSignIn(): void {
  settleAsked(false);
  changed();
}

function settleAsked(isSignedIn: boolean): void {
  asked?.resolve(isSignedIn);
  asked = null;
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY && event.key !== null) return; // null: all of it was cleared
  become(read());
  if (current !== null) settleAsked(true);
  changed();
});
