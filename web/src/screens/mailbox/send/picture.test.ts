import { expect, test } from "vitest";
import { checkPicture, PICTURE_TYPES } from "./picture";

const file = (name: string, type: string, size: number) => ({ name, type, size }) as File;

test.each(PICTURE_TYPES)("a picture of the type %s is accepted up to the limit", (type) => {
  expect(checkPicture(file("card", type, 1_000), 1_000)).toBeNull();
});

test("a picture above the limit is refused with both sizes", () => {
  const reason = checkPicture(file("card.png", "image/png", 12_500_001), 10_000_000);
  expect(reason).toContain("card.png");
  expect(reason).toContain("12.5 MB");
  expect(reason).toContain("10 MB");
});

test.each(["application/msword", "image/gif", "image/svg+xml", ""])(
  "a file of the type %j is refused",
  (type) => {
    expect(checkPicture(file("notes.docx", type, 1), 1_000)).toContain("notes.docx");
  },
);
