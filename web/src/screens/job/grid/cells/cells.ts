// A value as one cell of a table, by the same rule as exports: text as it is, a list of texts with a line for each,
// what is nested deeper as JSON.

const MAX_LENGTH = 300; // a cell is a line; the drawer has the whole

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) return value.join("\n");
  return JSON.stringify(value);
}

export function formatOneLine(value: unknown): string {
  const text = cellText(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
