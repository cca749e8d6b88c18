// Describes what will happen to the content of the send box before it is sent.
import { formatBytes, formatCount, formatNumber } from "../../../parts/format/numbers";
import {
  KIND_WORDS,
  type KindChoice,
  MANY_OF_ANY_KIND,
  MANY_READ_OFF_PICTURES,
  ONE_OF_ANY_KIND,
} from "../../../parts/record/kinds";
import { detectFormat, type Format, getEnding, SUPPORTED } from "../files/formats";
import type { FoundUrls } from "./urls";

export interface SendSummary {
  /** One sentence. */
  sentence: string;
  /** What must be fixed before it can be sent. */
  problems: string[];
  isReady: boolean;
}

interface DraftContent {
  foundUrls: FoundUrls;
  files: readonly { name: string; type: string; size: number }[];
  kind: KindChoice;
  limits: { uploadMaxBytes: number; urlMaxLength: number };
  /** Whether this server reads text in pictures. */
  readsText: boolean;
}

const CHOICE_WORDS: Record<KindChoice, { one: string; many: string }> = {
  ...KIND_WORDS,
  auto: { one: `a ${ONE_OF_ANY_KIND}`, many: MANY_OF_ANY_KIND },
};
const MAX_FILES = 1000;
const NO_TEXT = "This server does not read text in pictures. Its operator can enable that with make ocr.";
const NO_RECIPE = "The picture waits ten minutes for a worker that can read it, then ends without a recipe.";
const COMMENTS = "Lines that start with # are ignored.";

export function summarizeDraft({ foundUrls, files, kind, limits, readsText }: DraftContent): SendSummary {
  const problems = [
    ...findFileProblems(files, kind, limits.uploadMaxBytes),
    ...findUrlProblems(foundUrls, files.length, limits.urlMaxLength),
  ];
  const parts = [describePages(foundUrls, kind), describeFiles(files, kind, readsText)].filter(
    (part) => part !== null,
  );
  const remarks = foundUrls.comments > 0 ? [COMMENTS] : [];
  if (parts.length === 0) {
    return {
      sentence: [...remarks, "Nothing is sent until you click Send. A summary appears here first."].join(" "),
      problems,
      isReady: false,
    };
  }
  return { sentence: [...parts, ...remarks].join(" "), problems, isReady: problems.length === 0 };
}

function describePages({ urls, duplicates }: FoundUrls, kind: KindChoice): string | null {
  const { length } = urls;
  if (length === 0) return null;
  const again = duplicates > 0 ? ` ${formatCount(duplicates, "duplicate URL")} will be ignored.` : "";
  if (length === 1) return `This page will be read as ${CHOICE_WORDS[kind].one}.${again}`;
  return `${formatNumber(length)} pages will be read as ${CHOICE_WORDS[kind].many}.${again}`;
}

function describeFiles(files: DraftContent["files"], kind: KindChoice, readsText: boolean): string | null {
  const [first] = files;
  if (first === undefined) return null;
  const size = formatBytes(files.reduce((sum, file) => sum + file.size, 0));
  const formats = new Set(files.map(detectFormat));
  const invalidLines = formats.has("picture") && !readsText ? ` ${explainMissingText(kind)}` : "";
  if (files.length === 1)
    return `${first.name}, ${size}: ${describeFile(detectFormat(first), kind, readsText)}${invalidLines}`;
  const items =
    formats.size === 1 && formats.has("picture")
      ? "each picture becomes an item of one job."
      : "each row and each picture becomes an item of one job, in file order.";
  return `${formatCount(files.length, "file")}, ${size}: ${items}${invalidLines}`;
}

function describeFile(format: Format, kind: KindChoice, readsText: boolean): string {
  switch (format) {
    case "picture":
      return describePicture(kind, readsText);
    case "archive":
      return "each row of its tables and each of its pictures becomes an item of one job.";
    case "unknown":
      return "the name does not show the format, so Garner detects it from the content. Each row becomes an item of one job.";
    case "unsupported":
      return "this format is not supported.";
    case "table":
      return "each row becomes an item of one job. Rows with a URL are fetched; other rows are matched against the catalogue.";
  }
}

function describePicture(kind: KindChoice, readsText: boolean): string {
  if (kind === "recipe")
    return readsText ? "the text in it is read as a recipe." : "it becomes an item of a job.";
  const seen = readsText
    ? "its barcode, its appearance and the text in it"
    : "its barcode and its appearance";
  const product = `${seen} are matched against the product catalogue`;
  return kind === "auto" && readsText
    ? `${product}. If the text is a recipe, it is read as one.`
    : `${product}.`;
}

/** The picture waits, because a worker on another machine may be able to read text. The page cannot know this. */
function explainMissingText(kind: KindChoice): string {
  return kind === "recipe" ? `${NO_TEXT} ${NO_RECIPE}` : NO_TEXT;
}

function findFileProblems(files: DraftContent["files"], kind: KindChoice, maxBytes: number): string[] {
  const problems = files.flatMap((file) => {
    if (detectFormat(file) === "unsupported")
      return `${file.name} is a .${getEnding(file.name)} file, which is not supported. ${SUPPORTED}`;
    return file.size === 0 ? `${file.name} is empty.` : [];
  });
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > maxBytes) {
    problems.push(
      `The files are ${formatBytes(size)} in total; the limit is ${formatBytes(maxBytes)}. Split them and send the parts.`,
    );
  }
  if (files.length > MAX_FILES) {
    problems.push(`The limit is ${formatNumber(MAX_FILES)} files. Put them into a zip file and send that.`);
  }
  const isReadOffPictures = kind === "auto" || KIND_WORDS[kind].isReadOffPictures;
  if (!isReadOffPictures && files.some((file) => detectFormat(file) === "picture")) {
    const { many } = KIND_WORDS[kind];
    problems.push(
      `Pictures can be read as ${MANY_READ_OFF_PICTURES}, not as ${many}. Choose another kind, or Any.`,
    );
  }
  return problems;
}

function findUrlProblems({ urls, invalidLines }: FoundUrls, files: number, maxLength: number): string[] {
  if (invalidLines.length === 0 || urls.length > 0 || files > 0) return [];
  if (invalidLines.some(({ isTooLong }) => isTooLong)) {
    return [`The URL is too long. The limit is ${formatNumber(maxLength)} characters.`];
  }
  return ["No URL found. A URL looks like https://example.com/lentil-soup."];
}
