import { describe, expect, test } from "vitest";
import { rowsOf } from "./addedRows";

describe("rowsOf", () => {
  test("reads lines as URLs or titles", () => {
    expect(rowsOf("https://shop.example/pan\r\n  Cast iron pan \n\nHTTP://shop.example/pot\n")).toEqual([
      { url: "https://shop.example/pan" },
      { title: "Cast iron pan" },
      { url: "HTTP://shop.example/pot" },
    ]);
  });

  test("reads a table with the names of its first line", () => {
    expect(rowsOf("Name\tBrand\nPan\t Hearth \nPot\t\n")).toEqual([
      { Name: "Pan", Brand: "Hearth" },
      { Name: "Pot", Brand: "" },
    ]);
  });

  test("names columns without a name by their number", () => {
    expect(rowsOf("Name\t \nPan\tHearth\t26 cm")).toEqual([
      { Name: "Pan", column_2: "Hearth", column_3: "26 cm" },
    ]);
  });

  test("leaves out cells that a short line does not have", () => {
    expect(rowsOf("Name\tBrand\nPan")).toEqual([{ Name: "Pan" }]);
  });

  test.each(["", "  \n\t\n", "Name\tBrand"])("finds no rows in %j", (text) => {
    expect(rowsOf(text)).toEqual([]);
  });
});
