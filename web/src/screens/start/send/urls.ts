// Finds URLs in pasted text: one per line, or separated by commas, blanks, quotes or other words.
import { isFileName } from "../files/formats";

export interface InvalidLine {
  line: number;
  text: string;
  /** The line has a URL that is longer than the limit. */
  isTooLong: boolean;
}

export interface FoundUrls {
  urls: string[];
  /** The number of repeated URLs. */
  duplicates: number;
  /** Lines without a URL, and lines with URLs that are too long. */
  invalidLines: InvalidLine[];
  /** The number of lines that start with #. */
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

/** A comma before a URL separates it from the previous one, unless the previous one lists URLs in its query. */
function splitAtCommas(part: string): string[] {
  const words: string[][] = [];
  for (const piece of part.split(NEXT_URL)) {
    const last = words.at(-1);
    if (last?.[0] !== undefined && isPartOfQuery(last[0], piece)) last.push(piece);
    else words.push([piece]);
  }
  return words.map((pieces) => pieces.join(""));
}

/** URLs with the same host are separate URLs, for example links through a redirect. */
function isPartOfQuery(url: string, next: string): boolean {
  const query = url.indexOf("?");
  return query >= 0 && /=https?:\/\//i.test(url.slice(query)) && findOrigin(url) !== findOrigin(next);
}

function findOrigin(url: string): string | undefined {
  return /^https?:\/\/[^/?#]*/i.exec(url)?.[0];
}

/** Removes brackets and punctuation around a word. A closing bracket stays if the word contains its opening bracket. */
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
