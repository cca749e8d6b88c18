import { expect, test } from "vitest";
import { sortInFileOrder } from "./cellOrder";

test("cells are listed in the order of the file", () => {
  const headers = ["row", "status", "input.Name", "input.Link", "input.Brand"];
  expect(sortInFileOrder({ Brand: "Hearth", Link: "", Name: "Pan" }, headers)).toEqual([
    "Name",
    "Link",
    "Brand",
  ]);
});

test("a column of the result with the same name does not count", () => {
  expect(sortInFileOrder({ title: "Pan", sku: "1" }, ["title", "input.sku", "input.title"])).toEqual([
    "sku",
    "title",
  ]);
});

test("cells keep their order while the columns of the file are not known", () => {
  expect(sortInFileOrder({ b: 1, a: 2 })).toEqual(["b", "a"]);
});
