import { isObject, isText } from "../../../storage/storedValue";

/** The scheme of a URL. A number after the colon is the port of a host. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;

/** The URL, with https:// where the user left the scheme out. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  return SCHEME.test(text) ? text : `https://${text}`;
}

export interface TypedLink {
  text: string;
  owner: string | null;
}

export function isTypedLink(value: unknown): value is TypedLink {
  return isObject(value) && isText(value.text) && (value.owner === null || isText(value.owner));
}
