// Groups and formats the parts of a recipe for its card.
import { formatDuration } from "../../format/numbers";
import type { Ingredient, Recipe, StepGroup } from "../types";

export interface Group {
  name: string | null;
  lines: Ingredient[];
  index: number;
}

export function groupIngredients(lines: readonly Ingredient[]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const name = line.group ?? null;
    const last = groups.at(-1);
    if (last && last.name === name) last.lines.push(line);
    else groups.push({ name, lines: [line], index: groups.length });
  }
  return groups;
}

export function listStepGroups({ instruction_groups, instructions }: Recipe): StepGroup[] {
  if (instruction_groups && instruction_groups.length > 0) return instruction_groups;
  return instructions && instructions.length > 0 ? [{ name: null, steps: instructions }] : [];
}

export function formatMinutes(count: number | null | undefined): string | null {
  return count ? formatDuration(count * 60) : null;
}

const languages = new Intl.DisplayNames(undefined, { type: "language" });

export function formatLanguage(tag: string | null | undefined): string | null {
  if (!tag) return null;
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
