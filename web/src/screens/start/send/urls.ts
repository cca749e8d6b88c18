// Addresses out of whatever was pasted: a line each, or with commas, blanks, quotes or words between them.
import { isFileName } from "../files/formats";

export interface InvalidLine {
  line: number;
  text: string;
  /** There is an address, but nobody takes one that long. */
  isTooLong: boolean;
}

export interface FoundUrls {
  urls: string[];
  /** How many were there before. */
  duplicates: number;
  /** Lines without any address, and addresses that are too long. */
  invalidLines: InvalidLine[];
  /** How many lines begin with #, which marks a remark. */
  comments: number;
}

const SEPARATORS = /[\s"'<>|`“”„«»]+|\]\(/;
const NEXT_URL = /(?<=[,;])(?=https?:\/\/)/i;
const PUNCTUATION = ".,;:!?";
const BRACKETS = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
const BARE_HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,}(?::\d+)?(?:[/?#].*)?$/u;

export function findUrls(text: string, maxLength: number): FoundUrls {
  const urls = new Set<string>();
  const invalidLines: InvalidLine[] = [];
  let duplicates = 0;
  let comments = 0;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed.startsWith("#")) comments += 1;
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const lineUrls = findLineUrls(trimmed);
    const tooLong = lineUrls.filter((url) => url.length > maxLength);
    if (lineUrls.length === 0) invalidLines.push({ line: index + 1, text: trimmed, isTooLong: false });
    if (tooLong.length > 0) invalidLines.push({ line: index + 1, text: tooLong.join(" "), isTooLong: true });
    for (const url of lineUrls) {
      if (url.length > maxLength) continue;
      if (urls.has(url)) duplicates += 1;
      urls.add(url);
    }
  }
  return { urls: [...urls], duplicates, invalidLines, comments };
}

function findLineUrls(line: string): string[] {
  const words = line.split(SEPARATORS).flatMap(splitAtCommas);
  return words.flatMap((word) => toUrl(trimPunctuation(word)) ?? []);
}

/** A comma before an address separates it from the last one, unless that one lists addresses in its query. */
function splitAtCommas(part: string): string[] {
  const words: string[][] = [];
  for (const piece of part.split(NEXT_URL)) {
    const last = words.at(-1);
    if (last?.[0] !== undefined && isPartOfQuery(last[0], piece)) last.push(piece);
    else words.push([piece]);
  }
  return words.map((pieces) => pieces.join(""));
}

/** Addresses with one host are a list of their own, for example of links through a redirect. */
function isPartOfQuery(url: string, next: string): boolean {
  const query = url.indexOf("?");
  return query >= 0 && /=https?:\/\//i.test(url.slice(query)) && originOf(url) !== originOf(next);
}

function originOf(url: string): string | undefined {
  return /^https?:\/\/[^/?#]*/i.exec(url)?.[0];
}

/** Without brackets and punctuation around it. A closing bracket stays if its partner is in the word. */
function trimPunctuation(word: string): string {
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

function toUrl(word: string): string | null {
  if (/^https?:\/\//i.test(word)) return URL.canParse(word) ? word : null;
  return BARE_HOST.test(word) && !isFileName(word) ? `https://${word}` : null;
}
