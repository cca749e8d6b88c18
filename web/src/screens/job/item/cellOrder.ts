/** The database keeps no order of cells; the file had one. */
export function inFileOrder(cells: Record<string, unknown>, headers: readonly string[] = []): string[] {
  const place = (name: string) => headers.indexOf(`input.${name}`);
  return Object.keys(cells).sort((one, other) => place(one) - place(other));
}
