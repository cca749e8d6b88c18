// Addresses out of whatever was pasted: a line each, or with commas, blanks, quotes or words between them.
import { isFileName } from "./formats";

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

const BETWEEN = /[\s"'<>|`“”„«»]+/;
const NEXT_ADDRESS = /[,;]+(?=https?:\/\/)/i;
const AT_THE_END = /[.,;:!?]+$/;
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
  const words = line.split(BETWEEN).flatMap((part) => part.split(NEXT_ADDRESS));
  return words.flatMap((word) => addressOf(trimmed(word)) ?? []);
}

function trimmed(word: string): string {
  const bare = word.replace(/^[([{]+/, "").replace(AT_THE_END, "");
  return bare.includes("(") ? bare : bare.replace(/[)\]}]+$/, "").replace(AT_THE_END, "");
}

function addressOf(word: string): string | null {
  if (/^https?:\/\//i.test(word)) return URL.canParse(word) ? word : null;
  return BARE_HOST.test(word) && !isFileName(word) ? `https://${word}` : null;
}
