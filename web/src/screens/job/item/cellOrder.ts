/** The database keeps no order of cells; the file had one. */
export function sortInFileOrder(cells: Record<string, unknown>, headers: readonly string[] = []): string[] {
  const position = (name: string) => headers.indexOf(`input.${name}`);
  return Object.keys(cells).sort((one, other) => position(one) - position(other));
}
