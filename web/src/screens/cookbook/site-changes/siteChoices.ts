import type { SiteChange } from "../queries";
import type { Choice } from "./FieldChoice";

/** Changes of fields that the user has not edited are accepted by default. Edited fields have no default. */
export function createDefaultChoices(changes: SiteChange[]): Record<string, Choice> {
  return Object.fromEntries(
    changes.filter(({ conflict }) => !conflict).map(({ field }) => [field, "theirs"]),
  );
}

export function toDecision(choices: Record<string, Choice>): { accept: string[]; dismiss: string[] } {
  const chosen = (choice: Choice) => Object.keys(choices).filter((field) => choices[field] === choice);
  return { accept: chosen("theirs"), dismiss: chosen("mine") };
}
