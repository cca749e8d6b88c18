// What somebody typed or pasted, as rows: a table as spreadsheets copy it, or a line for each row.

export type Cells = Record<string, string>;

export const MOST_ADDED = 1000;

export function rowsOf(text: string): Cells[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [first = "", ...rest] = lines;
  return first.includes("\t") ? ofTable(first, rest) : lines.map(ofLine);
}

function ofTable(header: string, lines: string[]): Cells[] {
  const names = header.split("\t").map((name) => name.trim());
  return lines.map((line) => {
    const cells = line.split("\t").map((cell, place) => [names[place] || `column_${place + 1}`, cell.trim()]);
    return Object.fromEntries(cells);
  });
}

function ofLine(line: string): Cells {
  const said = line.trim();
  return /^https?:\/\//i.test(said) ? { url: said } : { title: said };
}
