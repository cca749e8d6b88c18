import { describe, expect, test } from "vitest";
import { findUrls } from "./urls";

const find = (text: string) => findUrls(text, 2_048);
const addresses = (text: string) => find(text).urls;

describe("findAddresses", () => {
  test.each([
    ["one per line", "https://a.example/1\nhttps://b.example/2"],
    ["lines of Windows", "https://a.example/1\r\nhttps://b.example/2\r\n"],
    ["lines of old Macs", "https://a.example/1\rhttps://b.example/2"],
    ["with commas", "https://a.example/1,https://b.example/2"],
    ["with commas and blanks", "https://a.example/1, https://b.example/2"],
    ["with semicolons", "https://a.example/1;https://b.example/2;"],
    ["with tabs", "https://a.example/1\thttps://b.example/2"],
    ["in quotes", '"https://a.example/1" “https://b.example/2”'],
    ["in angle brackets", "<https://a.example/1> <https://b.example/2>"],
    ["in a sentence", "See https://a.example/1, and then (https://b.example/2)."],
    ["in links of Markdown", "[One](https://a.example/1), [two](https://b.example/2)"],
    ["in a table of Markdown", "| https://a.example/1 | https://b.example/2 |"],
  ])("finds addresses %s", (_, text) => {
    expect(addresses(text)).toEqual(["https://a.example/1", "https://b.example/2"]);
  });

  test("keeps commas, brackets and percent signs that belong to an address", () => {
    const all = [
      "https://a.example/soup,with,barley",
      "https://a.example/wiki/Soup_(dish)",
      "https://a.example/?q=%C3%A4&x=1;y=2#top",
      "https://a.example/check?urls=https://b.example/1,https://c.example/2;https://d.example/3",
      "http://[::1]",
    ];
    expect(addresses(all.join("\n"))).toEqual(all);
  });

  test.each([
    ["https://a.example/soup.", "https://a.example/soup"],
    ["https://a.example/soup?!", "https://a.example/soup"],
    ["[https://a.example/soup]", "https://a.example/soup"],
    ["(https://a.example/soup).", "https://a.example/soup"],
    ["(https://a.example/soup.)", "https://a.example/soup"],
    ["(see https://a.example/Soup_(dish))", "https://a.example/Soup_(dish)"],
    ["(https://a.example/Soup_(dish).)", "https://a.example/Soup_(dish)"],
    ["https://a.example/Soup_(dish))].", "https://a.example/Soup_(dish)"],
  ])("leaves out punctuation around %s", (text, address) => {
    expect(addresses(text)).toEqual([address]);
  });

  test.each([
    ["a.example/soup", "https://a.example/soup"],
    ["www.a.example", "https://www.a.example"],
    ["a.example:8443/soup", "https://a.example:8443/soup"],
    ["a.example?q=soup", "https://a.example?q=soup"],
    ["garden.ai", "https://garden.ai"],
    ["küche.example/suppe", "https://küche.example/suppe"],
  ])("completes %s", (text, address) => {
    expect(addresses(text)).toEqual([address]);
  });

  test.each([
    "what I found yesterday",
    "e.g. this",
    "3.50",
    "1.2.3",
    "ada@a.example",
    "letter.docx",
    "photo.jpg",
    "-a.example",
    "ftp://a.example/soup",
    "https://",
    "http://[broken",
    "javascript:alert(1)",
  ])("finds no address in %j", (text) => {
    expect(find(text)).toMatchObject({ addresses: [], unread: [{ line: 1, words: text, isTooLong: false }] });
  });

  test("separates links through one redirect", () => {
    const all = ["https://a.example/?to=https://b.example/1", "https://a.example/?to=https://c.example/2"];
    expect(addresses(all.join(","))).toEqual(all);
  });

  test("takes a path that ends like a file for an address", () => {
    expect(addresses("a.example/menu.pdf")).toEqual(["https://a.example/menu.pdf"]);
  });

  test("counts repeated addresses once, also when one of them was completed", () => {
    expect(find("https://a.example/1\na.example/1 https://a.example/1\nhttps://a.example/2")).toMatchObject({
      addresses: ["https://a.example/1", "https://a.example/2"],
      repeated: 2,
    });
  });

  test("numbers lines without an address from 1, and counts empty lines", () => {
    expect(find("https://a.example/1\n\n  what I found \nhttps://a.example/2\nmore").invalidLines).toEqual([
      { line: 3, words: "what I found", isTooLong: false },
      { line: 5, words: "more", isTooLong: false },
    ]);
  });

  test("skips comments, and counts them", () => {
    expect(find("# for Sunday https://a.example/0\n  # later\nhttps://a.example/1#two")).toEqual({
      addresses: ["https://a.example/1#two"],
      repeated: 0,
      unread: [],
      remarks: 2,
    });
  });

  test("accepts an address of exactly the maximum length", () => {
    const address = `https://a.example/${"a".repeat(82)}`;
    expect(findUrls(address, 100).urls).toEqual([address]);
    expect(findUrls(`${address}a`, 100)).toMatchObject({ addresses: [], unread: [{ isTooLong: true }] });
  });

  test("reports only the part of a line that is too long", () => {
    const long = `https://a.example/${"a".repeat(3_000)}`;
    expect(find(`# for Sunday\nhttps://a.example/1 ${long}`)).toEqual({
      addresses: ["https://a.example/1"],
      repeated: 0,
      unread: [{ line: 2, words: long, isTooLong: true }],
      remarks: 1,
    });
  });

  test("finds nothing in an empty box", () => {
    expect(find(" \n\t\n")).toEqual({ addresses: [], repeated: 0, unread: [], remarks: 0 });
  });

  test("copes with a very long line without an address", () => {
    const words = `${"a-".repeat(50_000)}a`;
    expect(find(words).invalidLines).toEqual([{ line: 1, words, isTooLong: false }]);
    expect(find("a.".repeat(50_000)).urls).toEqual([]);
    expect(find(`(${")".repeat(100_000)}a${")".repeat(100_000)}`).urls).toEqual([]);
    expect(find(`https://a.example/?${"&".repeat(100_000)}`).urls).toEqual([]);
    expect(find(`${",".repeat(100_000)}a`).urls).toEqual([]);
  });
});
