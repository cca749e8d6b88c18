import { number } from "../../../parts/format/numbers";
import { hostOf } from "../../../parts/links/addresses";

const LONGEST = 80;

/** Addresses as the list that a job is made of, named so that the job can be told from others. */
export function asFile(addresses: readonly string[]): File {
  const [first = ""] = addresses;
  const others = addresses.length > 1 ? ` and ${number(addresses.length - 1)} more` : "";
  return new File([`${addresses.join("\n")}\n`], `${nameOf(first)}${others}`, { type: "text/plain" });
}

/** The last words of the path, which mostly say what the page is about. */
function nameOf(address: string): string {
  const last = new URL(address).pathname.split("/").filter(Boolean).at(-1) ?? "";
  const words = readable(last).replace(/\.[a-z]{2,5}$/i, "");
  return words.slice(0, LONGEST) || hostOf(address);
}

function readable(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded; // a page may be called anything
  }
}
