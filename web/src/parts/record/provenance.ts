import type { Schemas } from "../../api/client";

/** A field with its source and confidence, which are null if they are not stored. */
export type FieldSource = Schemas["FieldShape"];

/** The confidence, how well a page was read, as a word. */
export function describeConfidence(confidence: number): string {
  if (confidence >= 0.9) return "very high";
  if (confidence >= 0.75) return "high";
  if (confidence >= 0.55) return "medium";
  return "low";
}

/** The label of a field: "Prep minutes" for "prep_minutes". */
export function formatFieldName(name: string): string {
  if (["sku", "gtin", "mpn", "url"].includes(name)) return name.toUpperCase();
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
