// What can be sent (docs/batches.md). A name is only a hint: in the end the server looks at what is in a file.
export type Format = "table" | "picture" | "archive" | "unknown" | "refused";

const TABLES = "csv tsv tab txt xlsx xlsm xls ods json jsonl ndjson gz".split(" ");
const PICTURES = "jpg jpeg png webp gif bmp tif tiff avif".split(" ");
const UNSUPPORTED =
  "doc docx odt rtf pdf ppt pptx odp pages numbers key epub html htm mhtml xml exe msi dmg apk jar iso rar 7z tar svg heic heif psd ai mp3 wav m4a mp4 mov avi mkv webm eml msg sqlite db parquet js py".split(
    " ",
  );

export const SUPPORTED =
  "Tables are CSV, TSV, XLSX, XLS, ODS, JSON, JSONL or lists of addresses, also in gzip; pictures are JPEG, PNG, WebP, GIF, BMP, TIFF or AVIF; or send a zip of them.";

/** For the dialog that chooses files. */
export const ACCEPTED_ENDINGS = [...TABLES, ...PICTURES, "zip"].map((ending) => `.${ending}`).join(",");

export function endingOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

export function formatOf({ name, type }: { name: string; type: string }): Format {
  const ending = endingOf(name);
  if (TABLES.includes(ending)) return "table";
  if (PICTURES.includes(ending)) return "picture";
  if (ending === "zip") return "archive";
  if (UNSUPPORTED.includes(ending)) return "refused";
  return type.startsWith("image/") ? "picture" : "unknown";
}

const TOP_LEVEL_DOMAINS = ["ai", "mov", "py", "zip"];
const FILES_ONLY = [...TABLES, ...PICTURES, ...UNSUPPORTED].filter(
  (ending) => !TOP_LEVEL_DOMAINS.includes(ending),
);

/** Whether a word that looks like a host name is the name of a file. An ending that is also a domain means a host. */
export function isFileName(word: string): boolean {
  return !word.includes("/") && FILES_ONLY.includes(endingOf(word));
}
