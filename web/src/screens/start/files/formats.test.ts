import { describe, expect, test } from "vitest";
import { ACCEPTED_ENDINGS, detectFormat, getEnding, isFileName } from "./formats";

describe("getEnding", () => {
  test.each([
    ["rows.csv", "csv"],
    ["ROWS.CSV", "csv"],
    ["rows.csv.gz", "gz"],
    ["rows", ""],
    ["rows.", ""],
    [".csv", "csv"],
    ["rows.2026 May", ""],
    ["rows.averylongending", ""],
  ])("of %s is %j", (name, ending) => {
    expect(getEnding(name)).toBe(ending);
  });
});

describe("detectFormat", () => {
  test.each([
    ["rows.csv", "", "table"],
    ["rows.XLSX", "", "table"],
    ["card.png", "", "picture"],
    ["card.tif", "text/plain", "picture"],
    ["all.zip", "", "archive"],
    ["letter.docx", "", "unsupported"],
    ["photo.heic", "image/heic", "unsupported"],
    ["drawing.svg", "image/svg+xml", "unsupported"],
    ["image", "image/png", "picture"],
    ["rows", "text/csv", "unknown"],
    ["rows.dat", "", "unknown"],
  ])("of %s with the type %j is %s", (name, type, format) => {
    expect(detectFormat({ name, type })).toBe(format);
  });

  test("is accepted for every ending that the file dialog offers", () => {
    for (const ending of ACCEPTED_ENDINGS.split(",")) {
      expect(["table", "picture", "archive"]).toContain(detectFormat({ name: `file${ending}`, type: "" }));
    }
  });
});

test("isFileName distinguishes names of files from hosts and paths", () => {
  expect(["letter.docx", "rows.csv", "photos.tar"].every(isFileName)).toBe(true);
  expect(["shop.example", "shop.example/rows.csv", "example.com"].some(isFileName)).toBe(false);
});

test("isFileName takes endings that are also top-level domains for hosts", () => {
  expect(["garden.ai", "www.abc.com.py", "photos.zip", "clips.mov"].some(isFileName)).toBe(false);
});
