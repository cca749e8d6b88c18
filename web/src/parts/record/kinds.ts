// The kinds of records in words. The API's document says which kinds there are: a kind that is missing here is an error
// of type.
import type { Schemas } from "../../api/client";

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

export const KIND_WORDS: Record<Kind, KindWords> = {
  recipe: { label: "Recipe", one: "a recipe", many: "recipes", ofJob: "recipes", isReadOffPictures: true },
  product: {
    label: "Product",
    one: "a product",
    many: "products",
    ofJob: "products",
    isReadOffPictures: true,
  },
  posting: {
    label: "Posting",
    one: "a posting",
    many: "postings",
    ofJob: "job postings",
    isReadOffPictures: false,
  },
};
export const KINDS = Object.keys(KIND_WORDS) as Kind[];

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
