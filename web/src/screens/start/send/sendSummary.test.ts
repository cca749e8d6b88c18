import { describe, expect, test } from "vitest";
import { type KindChoice, summarizeDraft } from "./sendSummary";
import { findUrls } from "./urls";

interface Given {
  text?: string;
  files?: { name: string; type?: string; size?: number }[];
  kind?: KindChoice;
  readsText?: boolean;
  uploadMaxBytes?: number;
}

function outlook({
  text = "",
  files = [],
  kind = "auto",
  readsText = true,
  uploadMaxBytes = 1_000_000,
}: Given) {
  return summarizeDraft({
    found: findUrls(text, 2_048),
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
    const { isReady, problems, sentence } = outlook({});
    expect([isReady, problems]).toEqual([false, []]);
    expect(sentence).not.toBe("");
  });

  test("with comments only says that they are skipped", () => {
    const { isReady, sentence } = outlook({ text: "# for Sunday" });
    expect(isReady).toBe(false);
    expect(sentence).toContain("#");
  });
});

describe("addresses", () => {
  test.each<[KindChoice, RegExp, RegExp]>([
    ["recipe", /a recipe/, /\b2 pages.*recipes/],
    ["product", /a product/, /\b2 pages.*products/],
    ["posting", /a posting/, /\b2 pages.*postings/],
    ["auto", /recipe.*product.*posting/, /\b2 pages.*recipes.*products.*postings/],
  ])("are announced with the kind %s", (kind, one, many) => {
    expect(outlook({ text: ONE, kind }).sentence).toMatch(one);
    expect(outlook({ text: TWO, kind }).sentence).toMatch(many);
    expect(outlook({ text: TWO, kind })).toMatchObject({ isReady: true, problems: [] });
  });

  test("that are repeated are counted", () => {
    expect(outlook({ text: `${ONE} ${ONE}` }).sentence).toMatch(/\b1 address\b/);
    expect(outlook({ text: `${TWO}\n${TWO}` }).sentence).toMatch(/\b2 addresses\b/);
  });

  test("are announced together with a comment", () => {
    expect(outlook({ text: `# for Sunday\n${ONE}` }).sentence).toContain("#");
    expect(outlook({ text: ONE }).sentence).not.toContain("#");
  });

  test("beside lines without an address are ready", () => {
    expect(outlook({ text: `${ONE}\nwhat I found yesterday` })).toMatchObject({
      isReady: true,
      problems: [],
    });
  });

  test("that are missing are a problem", () => {
    const { isReady, problems } = outlook({ text: "what I found yesterday" });
    expect(isReady).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("https://");
  });

  test("that are too long are a problem that names the limit", () => {
    const { isReady, problems } = outlook({ text: `https://shop.example/${"a".repeat(3_000)}` });
    expect(isReady).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("2,048");
  });

  test("that are missing do not matter beside a file", () => {
    expect(outlook({ text: "for Sunday", files: [{ name: "rows.csv" }] })).toMatchObject({
      isReady: true,
      problems: [],
    });
  });
});

describe("files", () => {
  test("are announced by name and size", () => {
    expect(outlook({ files: [{ name: "rows.csv", size: 5_129 }] }).sentence).toMatch(
      /^rows\.csv, 5\.1 kB: .*row/,
    );
  });

  test("are announced by their number and whole size when there are several", () => {
    const { sentence } = outlook({
      files: [
        { name: "rows.csv", size: 10 },
        { name: "card.png", size: 1 },
      ],
    });
    expect(sentence).toMatch(/^2 files, 11 bytes: .*row.*picture/);
  });

  test("that are all pictures are not announced as rows", () => {
    const { sentence } = outlook({ files: [{ name: "a.png" }, { name: "b.jpg" }] });
    expect(sentence).toMatch(/picture/);
    expect(sentence).not.toMatch(/\brows?\b/);
  });

  test("are announced after addresses", () => {
    expect(outlook({ text: TWO, files: [{ name: "rows.csv" }] }).sentence).toMatch(/2 pages.*rows\.csv/);
  });

  test.each([
    ["all.zip", /tables.*pictures/],
    ["rows.dat", /name/],
    ["rows.csv", /catalogue/],
  ])("are described by their format: %s", (name, words) => {
    expect(outlook({ files: [{ name }] }).sentence).toMatch(words);
  });

  test("that cannot be read are a problem that names what can be", () => {
    const { isReady, problems } = outlook({
      text: ONE,
      files: [{ name: "rows.csv" }, { name: "letter.docx" }],
    });
    expect(isReady).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/letter\.docx.*\.docx.*CSV/);
  });

  test("that are empty are a problem", () => {
    expect(outlook({ files: [{ name: "rows.csv", size: 0 }] }).problems[0]).toContain("rows.csv");
  });

  test("are limited in size all together", () => {
    const files = [
      { name: "a.csv", size: 600_000 },
      { name: "b.csv", size: 400_000 },
    ];
    expect(outlook({ files }).isReady).toBe(true);
    const { isReady, problems } = outlook({ files: [...files, { name: "c.csv", size: 100_000 }] });
    expect(isReady).toBe(false);
    expect(problems[0]).toMatch(/1\.1 MB.*1 MB/);
  });

  test("are limited in number", () => {
    const files = Array.from({ length: 1_000 }, (_, place) => ({ name: `${place}.png`, size: 1 }));
    expect(outlook({ files }).isReady).toBe(true);
    expect(outlook({ files: [...files, { name: "one-more.png" }] }).problems[0]).toContain("1,000");
  });
});

describe("a picture", () => {
  const card = { name: "card.png", size: 10 };

  test("is not read as a posting", () => {
    expect(outlook({ files: [card], kind: "posting" })).toMatchObject({ isReady: false });
    expect(outlook({ files: [card], kind: "posting" }).problems).toHaveLength(1);
    expect(outlook({ files: [{ name: "rows.csv" }], kind: "posting" }).isReady).toBe(true);
  });

  test("is announced with its text where text is read", () => {
    expect(outlook({ files: [card], kind: "recipe" }).sentence).toMatch(
      /^card\.png, 10 bytes: .*text.*recipe/,
    );
    expect(outlook({ files: [card], kind: "product" }).sentence).toMatch(/barcode.*text.*catalogue/);
    expect(outlook({ files: [card], kind: "product" }).sentence).not.toMatch(/recipe/);
    expect(outlook({ files: [card], kind: "auto" }).sentence).toMatch(/text.*catalogue.*recipe/);
  });

  test("is announced without its text where text is not read, and the sentence says so", () => {
    for (const kind of ["auto", "product"] as const) {
      const { sentence, isReady } = outlook({ files: [card], kind, readsText: false });
      expect(sentence).toMatch(
        /^card\.png, 10 bytes: its barcode and its looks are.*Text on pictures is not read/,
      );
      expect(sentence).not.toMatch(/the text on it/);
      expect(isReady).toBe(true);
    }
  });

  test("that would be a recipe says that it waits where text is not read", () => {
    const { sentence } = outlook({ files: [card], kind: "recipe", readsText: false });
    expect(sentence).toMatch(/^card\.png, 10 bytes: .*Text on pictures is not read.*ten minutes/);
    expect(sentence).not.toMatch(/the text on it is read/);
  });

  test("among other files also says that text is not read", () => {
    const files = [card, { name: "pans.csv", size: 10 }];
    expect(outlook({ files, readsText: false }).sentence).toMatch(
      /^2 files, 20 bytes: .*Text on pictures is not read/,
    );
    expect(outlook({ files: [{ name: "pans.csv" }], readsText: false }).sentence).not.toMatch(
      /Text on pictures/,
    );
  });
});
