import { describe, expect, test } from "vitest";
import { nameIn } from "./fileName";

describe("nameIn", () => {
  test("prefers the encoded name to the plain one", () => {
    const header = `attachment; filename="K_se.csv"; filename*=UTF-8''K%C3%A4se%20%26%20Brot.csv`;
    expect(nameIn(header)).toBe("Käse & Brot.csv");
  });

  test("takes the encoded name up to the next parameter", () => {
    expect(nameIn(`attachment; filename*=UTF-8''rows.csv; filename="other.csv"`)).toBe("rows.csv");
  });

  test("takes the plain name where there is no other", () => {
    expect(nameIn('attachment; filename="rows of May.xlsx"')).toBe("rows of May.xlsx");
  });

  test.each([null, "", "attachment", 'attachment; filename=""'])("finds no name in %j", (header) => {
    expect(nameIn(header)).toBeNull();
  });
});
