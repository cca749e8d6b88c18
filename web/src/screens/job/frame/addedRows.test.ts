import { describe, expect, test } from "vitest";
import { parseRows } from "./addedRows";

describe("parseRows", () => {
  test("reads lines as URLs or titles", () => {
    expect(parseRows("https://shop.example/pan\r\n  Cast iron pan \n\nHTTP://shop.example/pot\n")).toEqual([
      { url: "https://shop.example/pan" },
      { title: "Cast iron pan" },
      { url: "HTTP://shop.example/pot" },
    ]);
  });

  test("reads a table with the names of its first line", () => {
    expect(parseRows("Name\tBrand\nPan\t Hearth \nPot\t\n")).toEqual([
      { Name: "Pan", Brand: "Hearth" },
      { Name: "Pot", Brand: "" },
    ]);
  });

  test("names columns without a name by their number", () => {
    expect(parseRows("Name\t \nPan\tHearth\t26 cm")).toEqual([
      { Name: "Pan", column_2: "Hearth", column_3: "26 cm" },
    ]);
  });

  test("reads cells of several lines as spreadsheets copy them", () => {
    expect(parseRows('Name\tNotes\r\nPan\t"Cast iron,\n26 cm"\r\n"Big ""Hearth""\tpot"\t\r\n')).toEqual([
      { Name: "Pan", Notes: "Cast iron,\n26 cm" },
      { Name: 'Big "Hearth"\tpot', Notes: "" },
    ]);
  });

  test("reads one column with cells of several lines", () => {
    expect(parseRows('"Cast iron pan,\n26 cm"\nPot')).toEqual([
      { title: "Cast iron pan,\n26 cm" },
      { title: "Pot" },
    ]);
  });

  test("reads names of columns that have several lines", () => {
    expect(parseRows('Name\t"Price\nin euros"\nPan\t9')).toEqual([{ Name: "Pan", "Price\nin euros": "9" }]);
  });

  test.each(['12" pan', '"Pan" and "pot"', '"Pan"', '"Pan', '""'])("keeps the quotes of %s", (title) => {
    expect(parseRows(`${title}\nPot`)).toEqual([{ title }, { title: "Pot" }]);
    expect(parseRows(`Name\tSize\n${title}\t26`)).toEqual([{ Name: title, Size: "26" }]);
  });

  test("copes with many quotes", () => {
    expect(parseRows('"a\n'.repeat(50_000))).toHaveLength(50_000);
  });

  test("leaves out cells that a short line does not have", () => {
    expect(parseRows("Name\tBrand\nPan")).toEqual([{ Name: "Pan" }]);
  });

  test.each(["", "  \n\t\n", "Name\tBrand"])("finds no rows in %j", (text) => {
    expect(parseRows(text)).toEqual([]);
  });
});
