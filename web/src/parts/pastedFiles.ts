/** The pasted files. None if there is text as well: spreadsheet cells are pasted as text with a picture of them. */
export function getPastedFiles(pasted: DataTransfer | null): File[] {
  return pasted === null || pasted.getData("text/plain") !== "" ? [] : [...pasted.files];
}
