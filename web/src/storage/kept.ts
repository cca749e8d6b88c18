// What was kept in the browser is taken only if it has the shape that is expected of it: an older page may have written
// it, or anybody's hand.

export function fitting<T>(text: string | null | undefined, fits: (said: unknown) => said is T): T | null {
  try {
    const said: unknown = JSON.parse(text ?? "null");
    return fits(said) ? said : null;
  } catch {
    return null;
  }
}

export function isObject(said: unknown): said is Record<string, unknown> {
  return typeof said === "object" && said !== null && !Array.isArray(said);
}

export function isText(said: unknown): said is string {
  return typeof said === "string";
}
