import { expect, test } from "vitest";
import { parseCookbookSearch } from "../cookbook/search";
import { parseMailboxSearch } from "./search";

test("the first list of the mailbox is not removeEmptyLines to the address", () => {
  expect(parseMailboxSearch({ show: "finished" })).toStrictEqual({});
  expect(parseMailboxSearch({ show: "dropped", older: true })).toStrictEqual({
    show: "dropped",
    older: true,
  });
});

test("unknown values are dropped", () => {
  expect(parseMailboxSearch({ show: "all", older: "true", other: 1 })).toStrictEqual({});
});

test("the cookbook keeps a search text that is not empty", () => {
  expect(parseCookbookSearch({ q: "hon" })).toStrictEqual({ q: "hon" });
  expect(parseCookbookSearch({ q: "" })).toStrictEqual({});
  expect(parseCookbookSearch({ q: ["hon"] })).toStrictEqual({});
});
