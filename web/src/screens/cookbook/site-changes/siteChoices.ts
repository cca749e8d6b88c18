import type { SiteChange } from "../recipes";
import type { Choice } from "./FieldChoice";

/** What nobody edited follows the page unless one says otherwise; an edit is never given up unasked. */
export function expected(changes: SiteChange[]): Record<string, Choice> {
  return Object.fromEntries(
    changes.filter(({ conflict }) => !conflict).map(({ field }) => [field, "theirs"]),
  );
}

export function decision(choices: Record<string, Choice>): { accept: string[]; dismiss: string[] } {
  const chosen = (choice: Choice) => Object.keys(choices).filter((field) => choices[field] === choice);
  return { accept: chosen("theirs"), dismiss: chosen("mine") };
}
