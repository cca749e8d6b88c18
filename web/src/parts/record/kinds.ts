// The kinds of records in words, which derive from their declarations: `make docs` writes kinds.json.
import type { Schemas } from "../../api/client";
import declarations from "../../api/kinds.json";
import { formatCode } from "../format/codes";

export type Kind = Schemas["Kind"];
export type KindChoice = Kind | "auto";

interface KindWords {
  label: string;
  one: string;
  many: string;
  /** For a list of jobs, where nothing else says what a posting is. */
  ofJob: string;
  isReadOffPictures: boolean;
}

interface Declaration {
  noun: string;
  isReadOffPictures: boolean;
}

const DECLARATIONS: Record<Kind, Declaration> = declarations;
export const KINDS = Object.keys(DECLARATIONS) as Kind[];
export const KIND_WORDS = Object.fromEntries(
  KINDS.map((kind) => [kind, describeKind(kind, DECLARATIONS[kind])]),
) as Record<Kind, KindWords>;

export function describeKind(kind: string, { noun, isReadOffPictures }: Declaration): KindWords {
  return {
    label: formatCode(kind),
    one: `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`,
    many: `${kind}s`,
    ofJob: `${noun}s`,
    isReadOffPictures,
  };
}

const alternatives = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** All kinds as alternatives: "recipe, product or posting". */
export const ONE_OF_ANY_KIND = alternatives.format(KINDS.map((kind) => KIND_WORDS[kind].label.toLowerCase()));
export const MANY_OF_ANY_KIND = alternatives.format(KINDS.map((kind) => KIND_WORDS[kind].many));
/** "recipes or products" */
export const MANY_READ_OFF_PICTURES = alternatives.format(
  KINDS.filter((kind) => KIND_WORDS[kind].isReadOffPictures).map((kind) => KIND_WORDS[kind].many),
);

export function isKind(word: unknown): word is Kind {
  return typeof word === "string" && Object.hasOwn(KIND_WORDS, word);
}

export function isKindChoice(word: unknown): word is KindChoice {
  return word === "auto" || isKind(word);
}

/** Returns the kind of a job's records in words. */
export function describeKindOfJob(kind: string): string {
  if (kind === "auto") return "any kind";
  return isKind(kind) ? KIND_WORDS[kind].ofJob : kind;
}
