import { expect, test } from "vitest";
import { parseEngineSearch } from "./search";

test("known parameters are kept", () => {
  const search = {
    q: "shop",
    site: "shop.example",
    cause: "gone",
    run: "r1",
    field: "price",
    open: true,
    kind: "recipe",
    actor: "root@example.com",
    action: "domain.change",
    object: "domain:shop.example",
    since: "2026-03-01T12:00:00Z",
  };
  expect(parseEngineSearch(search)).toStrictEqual(search);
});

test("text that looks like a number is kept as text", () => {
  expect(parseEngineSearch({ q: 404, cause: 0 })).toStrictEqual({ q: "404", cause: "0" });
});

test("other parameters, empty text and values of another type are dropped", () => {
  expect(
    parseEngineSearch({
      q: "",
      site: null,
      cause: ["gone"],
      run: { id: 1 },
      open: "true",
      kind: "auto",
      since: "yesterday",
      action: "",
      other: "x",
    }),
  ).toStrictEqual({});
});
