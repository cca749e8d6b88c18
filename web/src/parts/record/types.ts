// The records of the API, as its document describes them (docs/records.md). Rows of a job, saved recipes and pages share
// them, and each may omit fields. Therefore every field is optional.
import type { Schemas } from "../../api/client";

export type Recipe = Schemas["Recipe"];
export type Ingredient = Schemas["Ingredient"];
export type StepGroup = Schemas["InstructionGroup"];
export type Product = Schemas["Product"];
export type ProductImage = Schemas["Picture"];
export type Variant = Schemas["Variant"];
export type Posting = Schemas["Posting"];

/** The result of a row: a record, and how the row was matched to it. */
export type Result = NonNullable<Schemas["ItemShape"]["result"]>;
/** A product of the catalogue that a row may mean. `score` is the match: how well it fits the row. */
export type Candidate = Schemas["ResultCandidate"];
/** Another entry of a matched product. */
export type Offer = Schemas["ResultOffer"];

export type Data = Record<string, unknown>;

function readText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function getTitle(data: Data): string | null {
  return readText(data.title) ?? readText(data.name);
}

/** Returns the main picture of a record of any kind. */
export function getPicture(data: Data): string | null {
  const [first] = Array.isArray(data.images) ? (data.images as ProductImage[]) : [];
  return readText(data.image) ?? readText(first?.url);
}
