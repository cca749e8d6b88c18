// What will happen to what is in the box, told before it is sent.
import { bytes, number, plural } from "../../../parts/format/numbers";
import { endingOf, type Format, formatOf, SUPPORTED } from "../files/formats";
import type { FoundUrls } from "./urls";

export type KindChoice = "auto" | "recipe" | "product" | "posting";

export interface SendSummary {
  /** One sentence. */
  sentence: string;
  /** What stands in the way of sending. */
  problems: string[];
  isReady: boolean;
}

interface DraftContent {
  found: FoundUrls;
  files: readonly { name: string; type: string; size: number }[];
  kind: KindChoice;
  limits: { uploadMaxBytes: number; urlMaxLength: number };
  /** Whether this server reads text off pictures. */
  readsText: boolean;
}

const KINDS = {
  auto: {
    one: "a recipe, product or posting, whichever it is",
    many: "recipes, products or postings, whichever they are",
  },
  recipe: { one: "a recipe", many: "recipes" },
  product: { one: "a product", many: "products" },
  posting: { one: "a posting", many: "postings" },
} satisfies Record<KindChoice, { one: string; many: string }>;
const MAX_FILES = 1000;
const NO_TEXT = "Text on pictures is not read here: whoever runs this server adds that with make ocr.";
const NO_RECIPE = "A picture waits ten minutes for a worker that reads it, and then ends without a recipe.";
const COMMENTS = "Lines that begin with # are passed over.";

export function summarizeDraft({ found, files, kind, limits, readsText }: DraftContent): SendSummary {
  const problems = [
    ...findFileProblems(files, kind, limits.uploadMaxBytes),
    ...findUrlProblems(found, files.length, limits.urlMaxLength),
  ];
  const parts = [describePages(found, kind), describeFiles(files, kind, readsText)].filter(
    (part) => part !== null,
  );
  const remarks = found.comments > 0 ? [COMMENTS] : [];
  if (parts.length === 0) {
    return {
      sentence: [
        ...remarks,
        "Nothing is sent before you say so, and here stands what will happen to it.",
      ].join(" "),
      problems,
      isReady: false,
    };
  }
  return { sentence: [...parts, ...remarks].join(" "), problems, isReady: problems.length === 0 };
}

function describePages({ urls, duplicates }: FoundUrls, kind: KindChoice): string | null {
  const { length } = urls;
  if (length === 0) return null;
  const again =
    duplicates > 0
      ? ` ${plural(duplicates, "address", "addresses")} came more than once, and count once.`
      : "";
  if (length === 1) return `This page will be read as ${KINDS[kind].one}.${again}`;
  return `${number(length)} pages will be read as ${KINDS[kind].many}.${again}`;
}

function describeFiles(files: DraftContent["files"], kind: KindChoice, readsText: boolean): string | null {
  const [first] = files;
  if (first === undefined) return null;
  const size = bytes(files.reduce((sum, file) => sum + file.size, 0));
  const formats = new Set(files.map(formatOf));
  const invalidLines = formats.has("picture") && !readsText ? ` ${explainMissingText(kind)}` : "";
  if (files.length === 1)
    return `${first.name}, ${size}: ${describeFile(formatOf(first), kind, readsText)}${invalidLines}`;
  const items =
    formats.size === 1 && formats.has("picture")
      ? "each picture becomes an item of one job."
      : "each row and each picture becomes an item of one job, in the order of the files.";
  return `${plural(files.length, "file")}, ${size}: ${items}${invalidLines}`;
}

function describeFile(format: Format, kind: KindChoice, readsText: boolean): string {
  switch (format) {
    case "picture":
      return describePicture(kind, readsText);
    case "archive":
      return "each row of its tables and each of its pictures becomes an item of a job.";
    case "unknown":
      return "its name does not tell what it is, so that shows when it is read. Each row becomes an item of a job.";
    case "refused":
      return "it cannot be read.";
    case "table":
      return "each row becomes an item of a job: those with an address are read, the others looked up in the catalogue.";
  }
}

function describePicture(kind: KindChoice, readsText: boolean): string {
  if (kind === "recipe")
    return readsText ? "the text on it is read as a recipe." : "it becomes an item of a job.";
  const seen = readsText ? "its barcode, its looks and the text on it" : "its barcode and its looks";
  const product = `${seen} are looked up in the catalogue of products`;
  return kind === "auto" && readsText
    ? `${product}; if the text is a recipe, it is read as that.`
    : `${product}.`;
}

/** Another worker may read it all the same, of which the page knows nothing: so it waits for one. */
function explainMissingText(kind: KindChoice): string {
  return kind === "recipe" ? `${NO_TEXT} ${NO_RECIPE}` : NO_TEXT;
}

function findFileProblems(files: DraftContent["files"], kind: KindChoice, mostBytes: number): string[] {
  const problems = files.flatMap((file) => {
    if (formatOf(file) === "refused")
      return `${file.name} is a .${endingOf(file.name)}, which cannot be read. ${SUPPORTED}`;
    return file.size === 0 ? `There is nothing in ${file.name}.` : [];
  });
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > mostBytes) {
    problems.push(
      `That is ${bytes(size)}, and ${bytes(mostBytes)} are taken at a time. Split it, and send the parts.`,
    );
  }
  if (files.length > MAX_FILES) {
    problems.push(`That is more than ${number(MAX_FILES)} files. Put them into a zip, and send that.`);
  }
  if (kind === "posting" && files.some((file) => formatOf(file) === "picture")) {
    problems.push("Pictures are read as recipes or products, not as postings. Choose another kind, or Any.");
  }
  return problems;
}

function findUrlProblems({ urls, invalidLines }: FoundUrls, files: number, longest: number): string[] {
  if (invalidLines.length === 0 || urls.length > 0 || files > 0) return [];
  if (invalidLines.some(({ isTooLong }) => isTooLong)) {
    return [`The address is too long: one may have ${number(longest)} characters.`];
  }
  return ["There is no web address in this. One looks like https://example.com/lentil-soup."];
}
