/** A code of the API as a label: "out_of_stock" becomes "Out of stock". */
export function formatCode(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
