// Addresses out of whatever was pasted: a line each, or with commas, blanks, quotes or words between them.
import { isFileName } from "../files/formats";

export interface Unread {
  line: number;
  words: string;
  /** There is an address, but nobody takes one that long. */
  isTooLong: boolean;
}

export interface Found {
  addresses: string[];
  /** How many were there before. */
  repeated: number;
  /** Lines without any address, and addresses that are too long. */
  unread: Unread[];
  /** How many lines begin with #, which marks a remark. */
  remarks: number;
}

const BETWEEN = /[\s"'<>|`“”„«»]+|\]\(/;
const NEXT_ADDRESS = /(?<=[,;])(?=https?:\/\/)/i;
const PUNCTUATION = ".,;:!?";
const BRACKETS = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
const BARE_HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,}(?::\d+)?(?:[/?#].*)?$/u;

export function findAddresses(text: string, longest: number): Found {
  const addresses = new Set<string>();
  const unread: Unread[] = [];
  let repeated = 0;
  let remarks = 0;
  for (const [place, line] of text.split(/\r\n|\r|\n/).entries()) {
    const words = line.trim();
    if (words.startsWith("#")) remarks += 1;
    if (words === "" || words.startsWith("#")) continue;
    const own = addressesOf(words);
    const tooLong = own.filter((address) => address.length > longest);
    if (own.length === 0) unread.push({ line: place + 1, words, isTooLong: false });
    if (tooLong.length > 0) unread.push({ line: place + 1, words: tooLong.join(" "), isTooLong: true });
    for (const address of own) {
      if (address.length > longest) continue;
      if (addresses.has(address)) repeated += 1;
      addresses.add(address);
    }
  }
  return { addresses: [...addresses], repeated, unread, remarks };
}

function addressesOf(line: string): string[] {
  const words = line.split(BETWEEN).flatMap(splitAtCommas);
  return words.flatMap((word) => addressOf(trimmed(word)) ?? []);
}

/** A comma before an address separates it from the last one, unless that one lists addresses in its query. */
function splitAtCommas(part: string): string[] {
  const words: string[][] = [];
  for (const piece of part.split(NEXT_ADDRESS)) {
    const last = words.at(-1);
    if (last?.[0] !== undefined && isListedIn(last[0], piece)) last.push(piece);
    else words.push([piece]);
  }
  return words.map((pieces) => pieces.join(""));
}

/** Addresses with one host are a list of their own, for example of links through a redirect. */
function isListedIn(address: string, next: string): boolean {
  const query = address.indexOf("?");
  return query >= 0 && /=https?:\/\//i.test(address.slice(query)) && originOf(address) !== originOf(next);
}

function originOf(address: string): string | undefined {
  return /^https?:\/\/[^/?#]*/i.exec(address)?.[0];
}

/** Without brackets and punctuation around it. A closing bracket stays if its partner is in the word. */
function trimmed(word: string): string {
  const bare = word.replace(/^[([{]+/, "");
  const surplus = new Map(
    [...BRACKETS].map(([close, open]) => [close, count(bare, close) - count(bare, open)]),
  );
  let end = bare.length;
  for (; end > 0; end -= 1) {
    const last = bare.charAt(end - 1);
    const left = surplus.get(last) ?? 0;
    if (left > 0) surplus.set(last, left - 1);
    else if (!PUNCTUATION.includes(last)) break;
  }
  return bare.slice(0, end);
}

function count(word: string, character: string): number {
  return word.split(character).length - 1;
}

function addressOf(word: string): string | null {
  if (/^https?:\/\//i.test(word)) return URL.canParse(word) ? word : null;
  return BARE_HOST.test(word) && !isFileName(word) ? `https://${word}` : null;
}
