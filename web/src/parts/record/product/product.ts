// Formats the rating and the variants of a product.
import { formatCount, formatDecimal } from "../../format/numbers";
import type { Product, Variant } from "../types";

export function formatRating({ rating, review_count }: Product): string | null {
  const stars = rating === null || rating === undefined ? null : `${formatDecimal(rating)} of 5`;
  const reviews =
    review_count === null || review_count === undefined ? null : formatCount(review_count, "review");
  return [stars, reviews].filter((part) => part !== null).join(", ") || null;
}

export function formatVariantName({ name, options, sku }: Variant): string {
  const choices = Object.entries(options ?? {}).map(([option, value]) => `${option}: ${String(value)}`);
  return [name, choices.join(", ")].filter(Boolean).join(" · ") || sku || "–";
}
