import { expect, test } from "vitest";
import { getPastedFiles } from "./pastedFiles";

const picture = new File(["x"], "card.png", { type: "image/png" });

function clipboard(text: string, files: File[]): DataTransfer {
  return { getData: (type: string) => (type === "text/plain" ? text : ""), files } as unknown as DataTransfer;
}

test("a pasted picture is taken as a file", () => {
  expect(getPastedFiles(clipboard("", [picture]))).toEqual([picture]);
});

test("cells of a spreadsheet are taken as text, although a picture of them is pasted too", () => {
  expect(getPastedFiles(clipboard("Pan\tBrand", [picture]))).toEqual([]);
});

test("a paste without data has no files", () => {
  expect(getPastedFiles(null)).toEqual([]);
  expect(getPastedFiles(clipboard("", []))).toEqual([]);
});
