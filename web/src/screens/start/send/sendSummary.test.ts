import { describe, expect, test } from "vitest";
import type { KindChoice } from "../../../parts/record/kinds";
import { summarizeDraft } from "./sendSummary";
import { findUrls } from "./urls";

interface Content {
  text?: string;
  files?: { name: string; type?: string; size?: number }[];
  kind?: KindChoice;
  readsText?: boolean;
  uploadMaxBytes?: number;
}

function summary({
  text = "",
  files = [],
  kind = "auto",
  readsText = true,
  uploadMaxBytes = 1_000_000,
}: Content) {
  return summarizeDraft({
    foundUrls: findUrls(text, 2_048),
    files: files.map(({ name, type = "", size = 10 }) => ({ name, type, size })),
    kind,
    limits: { uploadMaxBytes, urlMaxLength: 2_048 },
    readsText,
  });
}

const ONE = "https://shop.example/one";
const TWO = `${ONE}\nhttps://shop.example/two`;

describe("an empty box", () => {
  test("is not ready, and is no problem", () => {
    const { isReady, problems, sentence } = summary({});
    expect([isReady, problems]).toEqual([false, []]);
    expect(sentence).not.toBe("");
  });

  test("with comments only says that they are ignored", () => {
    const { isReady, sentence } = summary({ text: "# for Sunday" });
    expect(isReady).toBe(false);
    expect(sentence).toContain("#");
  });
});

describe("URLs", () => {
  test.each<[KindChoice, RegExp, RegExp]>([
    ["recipe", /a recipe/, /\b2 pages.*recipes/],
    ["product", /a product/, /\b2 pages.*products/],
    ["posting", /a posting/, /\b2 pages.*postings/],
    ["auto", /recipe.*product.*posting/, /\b2 pages.*recipes.*products.*postings/],
  ])("are announced with the kind %s", (kind, one, many) => {
    expect(summary({ text: ONE, kind }).sentence).toMatch(one);
    expect(summary({ text: TWO, kind }).sentence).toMatch(many);
    expect(summary({ text: TWO, kind })).toMatchObject({ isReady: true, problems: [] });
  });

  test("that are repeated are counted", () => {
    expect(summary({ text: `${ONE} ${ONE}` }).sentence).toMatch(/\b1 duplicate URL\b/);
    expect(summary({ text: `${TWO}\n${TWO}` }).sentence).toMatch(/\b2 duplicate URLs\b/);
  });

  test("are announced together with a comment", () => {
    expect(summary({ text: `# for Sunday\n${ONE}` }).sentence).toContain("#");
    expect(summary({ text: ONE }).sentence).not.toContain("#");
  });

  test("beside lines without a URL are ready", () => {
    expect(summary({ text: `${ONE}\nwhat I found yesterday` })).toMatchObject({
      isReady: true,
      problems: [],
    });
  });

  test("that are missing are a problem", () => {
    const { isReady, problems } = summary({ text: "what I found yesterday" });
    expect(isReady).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("https://");
  });

  test("that are too long are a problem that names the limit", () => {
    const { isReady, problems } = summary({ text: `https://shop.example/${"a".repeat(3_000)}` });
    expect(isReady).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("2,048");
  });

  test("that are missing do not matter beside a file", () => {
    expect(summary({ text: "for Sunday", files: [{ name: "rows.csv" }] })).toMatchObject({
      isReady: true,
      problems: [],
    });
  });
});

describe("files", () => {
  test("are announced by name and size", () => {
    expect(summary({ files: [{ name: "rows.csv", size: 5_129 }] }).sentence).toMatch(
      /^rows\.csv, 5\.1 kB: .*row/,
    );
  });

  test("are announced by their number and whole size when there are several", () => {
    const { sentence } = summary({
      files: [
        { name: "rows.csv", size: 10 },
        { name: "card.png", size: 1 },
      ],
    });
    expect(sentence).toMatch(/^2 files, 11 bytes: .*row.*picture/);
  });

  test("that are all pictures are not announced as rows", () => {
    const { sentence } = summary({ files: [{ name: "a.png" }, { name: "b.jpg" }] });
    expect(sentence).toMatch(/picture/);
    expect(sentence).not.toMatch(/\brows?\b/);
  });

  test("are announced after URLs", () => {
    expect(summary({ text: TWO, files: [{ name: "rows.csv" }] }).sentence).toMatch(/2 pages.*rows\.csv/);
  });

  test.each([
    ["all.zip", /tables.*pictures/],
    ["rows.dat", /name/],
    ["rows.csv", /catalogue/],
  ])("are described by their format: %s", (name, words) => {
    expect(summary({ files: [{ name }] }).sentence).toMatch(words);
  });

  test("that cannot be read are a problem that names what can be", () => {
    const { isReady, problems } = summary({
      text: ONE,
      files: [{ name: "rows.csv" }, { name: "letter.docx" }],
    });
    expect(isReady).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/letter\.docx.*\.docx.*CSV/);
  });

  test("that are empty are a problem", () => {
    expect(summary({ files: [{ name: "rows.csv", size: 0 }] }).problems[0]).toContain("rows.csv");
  });

  test("are limited in size all together", () => {
    const files = [
      { name: "a.csv", size: 600_000 },
      { name: "b.csv", size: 400_000 },
    ];
    expect(summary({ files }).isReady).toBe(true);
    const { isReady, problems } = summary({ files: [...files, { name: "c.csv", size: 100_000 }] });
    expect(isReady).toBe(false);
    expect(problems[0]).toMatch(/1\.1 MB.*1 MB/);
  });

  test("are limited in number", () => {
    const files = Array.from({ length: 1_000 }, (_, place) => ({ name: `${place}.png`, size: 1 }));
    expect(summary({ files }).isReady).toBe(true);
    expect(summary({ files: [...files, { name: "one-more.png" }] }).problems[0]).toContain("1,000");
  });
});

describe("a picture", () => {
  const card = { name: "card.png", size: 10 };

  test("is not read as a posting", () => {
    expect(summary({ files: [card], kind: "posting" })).toMatchObject({ isReady: false });
    expect(summary({ files: [card], kind: "posting" }).problems).toHaveLength(1);
    expect(summary({ files: [{ name: "rows.csv" }], kind: "posting" }).isReady).toBe(true);
  });

  test("is announced with its text where text is read", () => {
    expect(summary({ files: [card], kind: "recipe" }).sentence).toMatch(
      /^card\.png, 10 bytes: .*text.*recipe/,
    );
    expect(summary({ files: [card], kind: "product" }).sentence).toMatch(/barcode.*text.*catalogue/);
    expect(summary({ files: [card], kind: "product" }).sentence).not.toMatch(/recipe/);
    expect(summary({ files: [card], kind: "auto" }).sentence).toMatch(/text.*catalogue.*recipe/);
  });

  test("is announced without its text where text is not read, and the sentence says so", () => {
    for (const kind of ["auto", "product"] as const) {
      const { sentence, isReady } = summary({ files: [card], kind, readsText: false });
      expect(sentence).toMatch(
        /^card\.png, 10 bytes: its barcode and its appearance are.*does not read text/,
      );
      expect(sentence).not.toMatch(/the text in it/);
      expect(isReady).toBe(true);
    }
  });

  test("that would be a recipe says that it waits where text is not read", () => {
    const { sentence } = summary({ files: [card], kind: "recipe", readsText: false });
    expect(sentence).toMatch(/^card\.png, 10 bytes: .*does not read text.*ten minutes/);
    expect(sentence).not.toMatch(/the text in it is read/);
  });

  test("among other files also says that text is not read", () => {
    const files = [card, { name: "pans.csv", size: 10 }];
    expect(summary({ files, readsText: false }).sentence).toMatch(/^2 files, 20 bytes: .*does not read text/);
    expect(summary({ files: [{ name: "pans.csv" }], readsText: false }).sentence).not.toMatch(
      /does not read text/,
    );
  });
});
