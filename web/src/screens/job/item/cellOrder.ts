/** Sorts the names of cells in the order of the file's columns, which the database does not keep. */
export function sortInFileOrder(cells: Record<string, unknown>, headers: readonly string[] = []): string[] {
  const position = (name: string) => headers.indexOf(`input.${name}`);
  return Object.keys(cells).sort((left, right) => position(left) - position(right));
}
