import { bytes } from "../../../parts/format/numbers";

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];

export function whyNot(file: File, mostBytes: number): string | null {
  if (!PICTURE_TYPES.includes(file.type)) {
    return `“${file.name}” is no JPEG, PNG or WebP. Save it as one of these, or take a photo of it.`;
  }
  if (file.size > mostBytes) {
    return `“${file.name}” has ${bytes(file.size)}; up to ${bytes(mostBytes)} are taken. Send a smaller one.`;
  }
  return null;
}
