/** The address if it is one of the web; whatever else a page may say (javascript:, data:) is none. */
export function onTheWeb(address: string | null | undefined): string | null {
  if (!address) return null;
  try {
    const { protocol, href } = new URL(address);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
}

export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, "");
  } catch {
    return address;
  }
}
