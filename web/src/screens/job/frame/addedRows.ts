// Typed or pasted text as rows: a table as spreadsheets copy it, or a line for each row.

export type Cells = Record<string, string>;

export const MOST_ADDED = 1000;

export function rowsOf(text: string): Cells[] {
  const rows = cellsOf(text).filter((row) => row.some((cell) => cell !== ""));
  const [header = [], ...rest] = rows;
  return header.length > 1 ? rest.map((row) => named(row, header)) : rows.map(([line = ""]) => ofLine(line));
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let place = 0; place <= text.length; ) {
    const { cell, end } = cellAt(text, place);
    row.push(cell);
    if (text[end] !== "\t") {
      rows.push(row);
      row = [];
    }
    place = end + 1;
  }
  return rows;
}

const PLAIN = /[^\t\n]*/y;
const QUOTED = /"((?:[^"]|"")*)"\r?(?=[\t\n]|$)/y;
const NEEDS_QUOTES = /[\t\n]|""/;

/** A spreadsheet puts a cell in quotes if it has a tab, a line break or a quote in it. Other quotes are text. */
function cellAt(text: string, start: number): { cell: string; end: number } {
  QUOTED.lastIndex = start;
  const quoted = QUOTED.exec(text)?.[1] ?? "";
  if (NEEDS_QUOTES.test(quoted)) {
    return { cell: quoted.replaceAll('""', '"').replaceAll("\r\n", "\n").trim(), end: QUOTED.lastIndex };
  }
  PLAIN.lastIndex = start;
  const [plain = ""] = PLAIN.exec(text) ?? [];
  return { cell: plain.trim(), end: start + plain.length };
}

function named(row: string[], header: string[]): Cells {
  return Object.fromEntries(row.map((cell, place) => [header[place] || `column_${place + 1}`, cell]));
}

function ofLine(line: string): Cells {
  return /^https?:\/\//i.test(line) ? { url: line } : { title: line };
}
