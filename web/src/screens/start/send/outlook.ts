// What will happen to what is in the box, told before it is sent.
import { bytes, number, plural } from "../../../parts/format/numbers";
import { endingOf, type Format, formatOf, TAKEN } from "../files/formats";
import type { Found } from "./addresses";

export type KindChoice = "auto" | "recipe" | "product" | "posting";

export interface Outlook {
  /** One sentence. */
  sentence: string;
  /** What stands in the way of sending. */
  problems: string[];
  isReady: boolean;
}

interface Given {
  found: Found;
  files: readonly { name: string; type: string; size: number }[];
  kind: KindChoice;
  most: { uploadMaxBytes: number; urlMaxLength: number };
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
const MOST_FILES = 1000;
const NO_TEXT = "Text on pictures is not read here: whoever runs this server adds that with make ocr.";
const NO_RECIPE = "A picture waits ten minutes for a worker that reads it, and then ends without a recipe.";
const REMARKS = "Lines that begin with # are passed over.";

export function outlookOf({ found, files, kind, most, readsText }: Given): Outlook {
  const problems = [
    ...problemsOf(files, kind, most.uploadMaxBytes),
    ...withoutAddress(found, files.length, most.urlMaxLength),
  ];
  const parts = [pages(found, kind), filesInWords(files, kind, readsText)].filter((part) => part !== null);
  const remarks = found.remarks > 0 ? [REMARKS] : [];
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

function pages({ addresses, repeated }: Found, kind: KindChoice): string | null {
  const { length } = addresses;
  if (length === 0) return null;
  const again =
    repeated > 0 ? ` ${plural(repeated, "address", "addresses")} came more than once, and count once.` : "";
  if (length === 1) return `This page will be read as ${KINDS[kind].one}.${again}`;
  return `${number(length)} pages will be read as ${KINDS[kind].many}.${again}`;
}

function filesInWords(files: Given["files"], kind: KindChoice, readsText: boolean): string | null {
  const [first] = files;
  if (first === undefined) return null;
  const size = bytes(files.reduce((sum, file) => sum + file.size, 0));
  const formats = new Set(files.map(formatOf));
  const unread = formats.has("picture") && !readsText ? ` ${withoutText(kind)}` : "";
  if (files.length === 1) return `${first.name}, ${size}: ${what(formatOf(first), kind, readsText)}${unread}`;
  const what_all =
    formats.size === 1 && formats.has("picture")
      ? "each picture becomes an item of one job."
      : "each row and each picture becomes an item of one job, in the order of the files.";
  return `${plural(files.length, "file")}, ${size}: ${what_all}${unread}`;
}

function what(format: Format, kind: KindChoice, readsText: boolean): string {
  switch (format) {
    case "picture":
      return picture(kind, readsText);
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

function picture(kind: KindChoice, readsText: boolean): string {
  if (kind === "recipe")
    return readsText ? "the text on it is read as a recipe." : "it becomes an item of a job.";
  const seen = readsText ? "its barcode, its looks and the text on it" : "its barcode and its looks";
  const product = `${seen} are looked up in the catalogue of products`;
  return kind === "auto" && readsText
    ? `${product}; if the text is a recipe, it is read as that.`
    : `${product}.`;
}

/** Another worker may read it all the same, of which the page knows nothing: so it waits for one. */
function withoutText(kind: KindChoice): string {
  return kind === "recipe" ? `${NO_TEXT} ${NO_RECIPE}` : NO_TEXT;
}

function problemsOf(files: Given["files"], kind: KindChoice, mostBytes: number): string[] {
  const problems = files.flatMap((file) => {
    if (formatOf(file) === "refused")
      return `${file.name} is a .${endingOf(file.name)}, which cannot be read. ${TAKEN}`;
    return file.size === 0 ? `There is nothing in ${file.name}.` : [];
  });
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > mostBytes) {
    problems.push(
      `That is ${bytes(size)}, and ${bytes(mostBytes)} are taken at a time. Split it, and send the parts.`,
    );
  }
  if (files.length > MOST_FILES) {
    problems.push(`That is more than ${number(MOST_FILES)} files. Put them into a zip, and send that.`);
  }
  if (kind === "posting" && files.some((file) => formatOf(file) === "picture")) {
    problems.push("Pictures are read as recipes or products, not as postings. Choose another kind, or Any.");
  }
  return problems;
}

function withoutAddress({ addresses, unread }: Found, files: number, longest: number): string[] {
  if (unread.length === 0 || addresses.length > 0 || files > 0) return [];
  if (unread.some(({ isTooLong }) => isTooLong)) {
    return [`The address is too long: one may have ${number(longest)} characters.`];
  }
  return ["There is no web address in this. One looks like https://example.com/lentil-soup."];
}
