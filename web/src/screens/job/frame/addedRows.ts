// Parses typed or pasted text into rows: cells copied from a spreadsheet, or one line per row.

export type Cells = Record<string, string>;

export const MAX_ADDED_ROWS = 1000;

export function parseRows(text: string): Cells[] {
  const rows = parseCells(text).filter((row) => row.some((cell) => cell !== ""));
  const [header = [], ...rest] = rows;
  return header.length > 1
    ? rest.map((row) => nameCells(row, header))
    : rows.map(([line = ""]) => parseLine(line));
}

function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let position = 0; position <= text.length; ) {
    const { cell, end } = readCell(text, position);
    row.push(cell);
    if (text[end] !== "\t") {
      rows.push(row);
      row = [];
    }
    position = end + 1;
  }
  return rows;
}

const PLAIN = /[^\t\n]*/y;
const QUOTED = /"((?:[^"]|"")*)"\r?(?=[\t\n]|$)/y;
const NEEDS_QUOTES = /[\t\n]|""/;

/** A spreadsheet quotes a cell that contains a tab, a line break or a quote. Other quotes are text. */
function readCell(text: string, start: number): { cell: string; end: number } {
  QUOTED.lastIndex = start;
  const quoted = QUOTED.exec(text)?.[1] ?? "";
  if (NEEDS_QUOTES.test(quoted)) {
    return { cell: quoted.replaceAll('""', '"').replaceAll("\r\n", "\n").trim(), end: QUOTED.lastIndex };
  }
  PLAIN.lastIndex = start;
  const [plain = ""] = PLAIN.exec(text) ?? [];
  return { cell: plain.trim(), end: start + plain.length };
}

function nameCells(row: string[], header: string[]): Cells {
  return Object.fromEntries(
    row.map((cell, position) => [header[position] || `column_${position + 1}`, cell]),
  );
}

function parseLine(line: string): Cells {
  return /^https?:\/\//i.test(line) ? { url: line } : { title: line };
}
