import { describe, expect, test } from "vitest";
import { findUrls } from "./urls";

const find = (text: string) => findUrls(text, 2_048);
const urls = (text: string) => find(text).urls;

describe("findUrls", () => {
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
  ])("finds URLs %s", (_, text) => {
    expect(urls(text)).toEqual(["https://a.example/1", "https://b.example/2"]);
  });

  test("keeps commas, brackets and percent signs that belong to a URL", () => {
    const all = [
      "https://a.example/soup,with,barley",
      "https://a.example/wiki/Soup_(dish)",
      "https://a.example/?q=%C3%A4&x=1;y=2#top",
      "https://a.example/check?urls=https://b.example/1,https://c.example/2;https://d.example/3",
      "http://[::1]",
    ];
    expect(urls(all.join("\n"))).toEqual(all);
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
  ])("leaves out punctuation around %s", (text, url) => {
    expect(urls(text)).toEqual([url]);
  });

  test.each([
    ["a.example/soup", "https://a.example/soup"],
    ["www.a.example", "https://www.a.example"],
    ["a.example:8443/soup", "https://a.example:8443/soup"],
    ["a.example?q=soup", "https://a.example?q=soup"],
    ["garden.ai", "https://garden.ai"],
    ["küche.example/suppe", "https://küche.example/suppe"],
  ])("completes %s", (text, url) => {
    expect(urls(text)).toEqual([url]);
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
  ])("finds no URL in %j", (text) => {
    expect(find(text)).toMatchObject({ urls: [], invalidLines: [{ line: 1, text, isTooLong: false }] });
  });

  test("separates links through one redirect", () => {
    const all = ["https://a.example/?to=https://b.example/1", "https://a.example/?to=https://c.example/2"];
    expect(urls(all.join(","))).toEqual(all);
  });

  test("takes a path that ends like a file for a URL", () => {
    expect(urls("a.example/menu.pdf")).toEqual(["https://a.example/menu.pdf"]);
  });

  test("counts repeated URLs once, also when one of them was completed", () => {
    expect(find("https://a.example/1\na.example/1 https://a.example/1\nhttps://a.example/2")).toMatchObject({
      urls: ["https://a.example/1", "https://a.example/2"],
      duplicates: 2,
    });
  });

  test("numbers lines without a URL from 1, and counts empty lines", () => {
    expect(find("https://a.example/1\n\n  what I found \nhttps://a.example/2\nmore").invalidLines).toEqual([
      { line: 3, text: "what I found", isTooLong: false },
      { line: 5, text: "more", isTooLong: false },
    ]);
  });

  test("skips comments, and counts them", () => {
    expect(find("# for Sunday https://a.example/0\n  # later\nhttps://a.example/1#two")).toEqual({
      urls: ["https://a.example/1#two"],
      duplicates: 0,
      invalidLines: [],
      comments: 2,
    });
  });

  test("accepts a URL of exactly the maximum length", () => {
    const url = `https://a.example/${"a".repeat(82)}`;
    expect(findUrls(url, 100).urls).toEqual([url]);
    expect(findUrls(`${url}a`, 100)).toMatchObject({ urls: [], invalidLines: [{ isTooLong: true }] });
  });

  test("reports only the part of a line that is too long", () => {
    const long = `https://a.example/${"a".repeat(3_000)}`;
    expect(find(`# for Sunday\nhttps://a.example/1 ${long}`)).toEqual({
      urls: ["https://a.example/1"],
      duplicates: 0,
      invalidLines: [{ line: 2, text: long, isTooLong: true }],
      comments: 1,
    });
  });

  test("finds nothing in an empty box", () => {
    expect(find(" \n\t\n")).toEqual({ urls: [], duplicates: 0, invalidLines: [], comments: 0 });
  });

  test("copes with a very long line without a URL", () => {
    const text = `${"a-".repeat(50_000)}a`;
    expect(find(text).invalidLines).toEqual([{ line: 1, text, isTooLong: false }]);
    expect(find("a.".repeat(50_000)).urls).toEqual([]);
    expect(find(`(${")".repeat(100_000)}a${")".repeat(100_000)}`).urls).toEqual([]);
    expect(find(`https://a.example/?${"&".repeat(100_000)}`).urls).toEqual([]);
    expect(find(`${",".repeat(100_000)}a`).urls).toEqual([]);
  });
});
