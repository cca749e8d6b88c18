/** The files that were pasted. Cells of a spreadsheet come as text with a picture of them: there the text is meant. */
export function pastedFiles(pasted: DataTransfer | null): File[] {
  return pasted === null || pasted.getData("text/plain") !== "" ? [] : [...pasted.files];
}
