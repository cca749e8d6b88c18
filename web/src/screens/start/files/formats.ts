// The file formats that can be sent (docs/batches.md). The name is only a hint: the server checks the content.
export type Format = "table" | "picture" | "archive" | "unknown" | "unsupported";

const TABLES = "csv tsv tab txt xlsx xlsm xls ods json jsonl ndjson gz".split(" ");
const PICTURES = "jpg jpeg png webp gif bmp tif tiff avif".split(" ");
const UNSUPPORTED =
  "doc docx odt rtf pdf ppt pptx odp pages numbers key epub html htm mhtml xml exe msi dmg apk jar iso rar 7z tar svg heic heif psd ai mp3 wav m4a mp4 mov avi mkv webm eml msg sqlite db parquet js py".split(
    " ",
  );

export const SUPPORTED =
  "Supported formats: CSV, TSV, XLSX, XLS, ODS, JSON, JSONL and URL lists for tables, also gzipped; JPEG, PNG, WebP, GIF, BMP, TIFF and AVIF for pictures; or a zip of them.";

/** For the file dialog. */
export const ACCEPTED_ENDINGS = [...TABLES, ...PICTURES, "zip"].map((ending) => `.${ending}`).join(",");

export function getEnding(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

export function detectFormat({ name, type }: { name: string; type: string }): Format {
  const ending = getEnding(name);
  if (TABLES.includes(ending)) return "table";
  if (PICTURES.includes(ending)) return "picture";
  if (ending === "zip") return "archive";
  if (UNSUPPORTED.includes(ending)) return "unsupported";
  return type.startsWith("image/") ? "picture" : "unknown";
}

const TOP_LEVEL_DOMAINS = ["ai", "mov", "py", "zip"];
const FILES_ONLY = [...TABLES, ...PICTURES, ...UNSUPPORTED].filter(
  (ending) => !TOP_LEVEL_DOMAINS.includes(ending),
);

/** Whether a word that looks like a host name is a file name. An ending that is also a top-level domain means a host. */
export function isFileName(word: string): boolean {
  return !word.includes("/") && FILES_ONLY.includes(getEnding(word));
}
