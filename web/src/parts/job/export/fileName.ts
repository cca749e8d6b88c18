/** Returns the file name of a Content-Disposition header. The encoded name is preferred, since the plain one can lack characters. */
export function readFileName(disposition: string | null): string | null {
  return readEncodedName(disposition ?? "") ?? readPlainName(disposition ?? "");
}

function readEncodedName(header: string): string | null {
  const encoded = /filename\*=UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null; // not UTF-8
  }
}

function readPlainName(header: string): string | null {
  const [, quoted, token] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") || token || null;
}
