// Values of the header Idempotency-Key: what is sent again with the same key is done once.

/** A key that nobody else has; `crypto.randomUUID` is missing where the page is served without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Gives the same key for as long as the content is the same, and another one for other content. */
export function keysByContent(): (content: unknown) => string {
  let last: { content: string; key: string } | null = null;
  return (content) => {
    const text = JSON.stringify(content);
    if (last?.content !== text) last = { content: text, key: newKey() };
    return last.key;
  };
}
