// Formats a value as a table cell, by the same rules as exports: text as it is, a list of texts with one line each, other
// values as JSON.

const MAX_LENGTH = 300; // a cell is one line; the drawer shows the full text

export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) return value.join("\n");
  return JSON.stringify(value);
}

export function formatOneLine(value: unknown): string {
  const text = formatCell(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
