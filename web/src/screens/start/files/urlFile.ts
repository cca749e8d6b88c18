import { formatNumber } from "../../../parts/format/numbers";
import { getHost } from "../../../parts/links/addresses";

const MAX_NAME_LENGTH = 80;

/** Creates the file of a job from URLs. Its name, taken from the first URL, becomes the name of the job. */
export function createUrlFile(urls: readonly string[]): File {
  const [first = ""] = urls;
  const others = urls.length > 1 ? ` and ${formatNumber(urls.length - 1)} more` : "";
  return new File([`${urls.join("\n")}\n`], `${getPageName(first)}${others}`, { type: "text/plain" });
}

/** Returns the last part of the path, which usually describes the page. */
function getPageName(url: string): string {
  const last = new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "";
  const words = decode(last).replace(/\.[a-z]{2,5}$/i, "");
  return words.slice(0, MAX_NAME_LENGTH) || getHost(url);
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded; // not valid percent-encoding
  }
}
