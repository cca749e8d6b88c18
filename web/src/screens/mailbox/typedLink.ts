import { isObject, isText } from "../../kept";

/** People leave the beginning of an address out. */
export function whole(typed: string): string {
  const text = typed.trim();
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

export interface TypedLink {
  text: string;
  owner: string | null;
}

export function isTypedLink(said: unknown): said is TypedLink {
  return isObject(said) && isText(said.text) && (said.owner === null || isText(said.owner));
}
