/** Formats an ingredient as its line, a picture as its URL, and any other object as JSON. */
export function formatValue(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { raw, url } = value as { raw?: unknown; url?: unknown };
  if (typeof raw === "string") return raw;
  return typeof url === "string" && Object.keys(value).length <= 3 ? url : JSON.stringify(value);
}
