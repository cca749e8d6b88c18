import type { Schemas } from "../../api/client";

/** A field with where it came from and how sure that is, which are null where that is not kept. */
export type FieldSource = Schemas["FieldShape"];

export function confidenceLevel(confidence: number): string {
  if (confidence >= 0.9) return "very sure";
  if (confidence >= 0.75) return "sure";
  if (confidence >= 0.55) return "fairly sure";
  return "not so sure";
}

/** "prep_minutes" as a person would call it: "Prep minutes". */
export function fieldLabel(name: string): string {
  if (["sku", "gtin", "mpn", "url"].includes(name)) return name.toUpperCase();
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
