import { expect, test } from "vitest";
import { cookbookSearch } from "../cookbook/search";
import { mailboxSearch } from "./search";

test("the first list of the mailbox is not removeEmptyLines to the address", () => {
  expect(mailboxSearch({ show: "finished" })).toStrictEqual({});
  expect(mailboxSearch({ show: "dropped", older: true })).toStrictEqual({ show: "dropped", older: true });
});

test("unknown values are dropped", () => {
  expect(mailboxSearch({ show: "all", older: "true", other: 1 })).toStrictEqual({});
});

test("the cookbook keeps a search text that is not empty", () => {
  expect(cookbookSearch({ q: "hon" })).toStrictEqual({ q: "hon" });
  expect(cookbookSearch({ q: "" })).toStrictEqual({});
  expect(cookbookSearch({ q: ["hon"] })).toStrictEqual({});
});
