/** A word of the API as a person writes it: "out_of_stock" as "Out of stock". */
export function inWords(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
