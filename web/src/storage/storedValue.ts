// Values in the browser's storage are used only if they have the expected shape: an older version of the page, or
// another script, may have written them.

export function parseStored<T>(
  text: string | null | undefined,
  isValid: (value: unknown) => value is T,
): T | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}
