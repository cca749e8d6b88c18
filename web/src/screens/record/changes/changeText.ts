/** An ingredient is its line, a picture its address; anything else that is not plain is JSON. */
export function formatValue(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { raw, url } = value as { raw?: unknown; url?: unknown };
  if (typeof raw === "string") return raw;
  return typeof url === "string" && Object.keys(value).length <= 3 ? url : JSON.stringify(value);
}
