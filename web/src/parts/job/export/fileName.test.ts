import { describe, expect, test } from "vitest";
import { readFileName } from "./fileName";

describe("readFileName", () => {
  test("prefers the encoded name to the plain one", () => {
    const header = `attachment; filename="K_se.csv"; filename*=UTF-8''K%C3%A4se%20%26%20Brot.csv`;
    expect(readFileName(header)).toBe("Käse & Brot.csv");
  });

  test("takes the encoded name up to the next parameter", () => {
    expect(readFileName(`attachment; filename*=UTF-8''rows.csv; filename="other.csv"`)).toBe("rows.csv");
  });

  test("takes the plain name where there is no other", () => {
    expect(readFileName('attachment; filename="rows of May.xlsx"')).toBe("rows of May.xlsx");
  });

  test("takes the plain name where the encoded one is damaged", () => {
    expect(readFileName(`attachment; filename="K_se.csv"; filename*=UTF-8''K%E4se.csv`)).toBe("K_se.csv");
    expect(readFileName("attachment; filename*=UTF-8''100%.csv")).toBeNull();
  });

  test.each([
    ["attachment; filename=rows.csv", "rows.csv"],
    ["attachment; filename=rows.csv; size=3", "rows.csv"],
    [String.raw`attachment; filename="the \"best\" rows.csv"`, 'the "best" rows.csv'],
    ['Attachment; FileName="rows.csv"', "rows.csv"],
    ["attachment; FILENAME*=utf-8'en'rows%20of%20May.csv", "rows of May.csv"],
  ])("reads %s", (header, name) => {
    expect(readFileName(header)).toBe(name);
  });

  test.each([null, "", "attachment", 'attachment; filename=""'])("finds no name in %j", (header) => {
    expect(readFileName(header)).toBeNull();
  });
});
