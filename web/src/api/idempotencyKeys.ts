// Values of the Idempotency-Key header: a request that is sent again with the same key is executed once.

/** A random key. `crypto.randomUUID` is not available when the page is served without TLS. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Returns a function that gives the same key while the content is the same, and a new key for other content. */
export function createContentKeys(): (content: unknown) => string {
  let last: { content: string; key: string } | null = null;
  return (content) => {
    const text = JSON.stringify(content);
    if (last?.content !== text) last = { content: text, key: createKey() };
    return last.key;
  };
}
