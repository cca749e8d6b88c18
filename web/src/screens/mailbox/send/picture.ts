import { formatBytes } from "../../../parts/format/numbers";

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** Returns why the server would refuse the file, or null. */
export function checkPicture(file: File, maxBytes: number): string | null {
  if (!PICTURE_TYPES.includes(file.type)) {
    return `“${file.name}” is not a JPEG, PNG or WebP file. Convert it, or take a photo of it.`;
  }
  if (file.size > maxBytes) {
    return `“${file.name}” is ${formatBytes(file.size)}. The limit is ${formatBytes(maxBytes)}. Send a smaller photo.`;
  }
  return null;
}
