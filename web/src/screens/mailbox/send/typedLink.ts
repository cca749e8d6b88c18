import { isObject, isText } from "../../../storage/storedValue";

/** What a URL begins with. A number after the colon is the port of a host. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;

/** The URL, with https:// where the user left the scheme out. */
export function whole(typed: string): string {
  const text = typed.trim();
  return SCHEME.test(text) ? text : `https://${text}`;
}

export interface TypedLink {
  text: string;
  owner: string | null;
}

export function isTypedLink(said: unknown): said is TypedLink {
  return isObject(said) && isText(said.text) && (said.owner === null || isText(said.owner));
}
