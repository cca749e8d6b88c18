// Ingredients and steps as lines to be edited, some of which are headings, and the way back to what the API takes.
import { isObject, isText } from "../../storage/storedValue";
import type { Ingredient, RecipeData, StepGroup } from "./data";

export interface Line {
  /** Knows the line while it moves about. */
  id: string;
  text: string;
  isHeading: boolean;
  /** What the line was read as: for as long as it says the same, nothing needs to be read again. */
  was?: Ingredient;
}

export function isLine(said: unknown): said is Line {
  return (
    isObject(said) &&
    isText(said.id) &&
    isText(said.text) &&
    typeof said.isHeading === "boolean" &&
    (said.was === undefined || isObject(said.was))
  );
}

let made = 0;

export function newLine(text = "", isHeading = false, was?: Ingredient): Line {
  made += 1;
  return { id: `${Date.now().toString(36)}-${made}`, text, isHeading, was };
}

/** The line as it is written, or as it would be. */
export function textOf(line: Ingredient | string): string {
  if (typeof line === "string") return line;
  const told = [line.qty, line.unit, line.name].filter((part) => part !== null && part !== undefined);
  return line.raw || told.join(" ");
}

/** A heading where another group begins. An empty one ends a group: what follows is in none. */
function headingBetween(before: string | null, next: string | null): Line[] {
  return before === next ? [] : [newLine(next ?? "", true)];
}

function groupName(name: string | null | undefined): string | null {
  return name?.trim() || null;
}

export function ingredientLines(recipe: RecipeData): Line[] {
  let group: string | null = null;
  return (recipe.ingredients ?? []).flatMap((ingredient) => {
    const heading = headingBetween(group, groupName(ingredient.group));
    group = groupName(ingredient.group);
    return [...heading, newLine(textOf(ingredient), false, ingredient)];
  });
}

export function stepLines(recipe: RecipeData): Line[] {
  const groups = recipe.instruction_groups ?? [];
  if (groups.length === 0) return (recipe.instructions ?? []).map((step) => newLine(step));
  return groups.flatMap((group, place) => [
    ...headingBetween(groupName(groups[place - 1]?.name), groupName(group.name)),
    ...group.steps.map((step) => newLine(step)),
  ]);
}

/** Without empty lines, and without empty headings that end no group. */
function written(lines: Line[]): Line[] {
  const kept = lines.filter((line) => line.isHeading || line.text.trim() !== "");
  let isInGroup = false;
  return kept.filter((line, place) => {
    if (!line.isHeading) return true;
    const isEmpty = line.text.trim() === "";
    if (isEmpty && (!isInGroup || kept[place + 1]?.isHeading !== false)) return false;
    isInGroup = !isEmpty;
    return true;
  });
}

export function asIngredients(lines: Line[]): (Ingredient | string)[] {
  let group: string | null = null;
  const sent: (Ingredient | string)[] = [];
  for (const line of written(lines)) {
    if (line.isHeading) {
      group = groupName(line.text);
    } else {
      sent.push(asIngredient(line, group));
    }
  }
  return sent;
}

function asIngredient(line: Line, group: string | null): Ingredient | string {
  const text = line.text.trim();
  const was = line.was;
  if (was !== undefined && textOf(was).trim() === text && groupName(was.group) === group) return was;
  return group === null ? text : { raw: text, group };
}

/** Steps alone, or in their groups where there are headings: the steps are then read from those. */
export function asSteps(lines: Line[]): { instructions?: string[]; instruction_groups: StepGroup[] } {
  const kept = written(lines);
  const groups: StepGroup[] = [];
  for (const [place, line] of kept.entries()) {
    const text = line.text.trim();
    const last = groups.at(-1);
    // A heading with nothing under it is kept as a step: what somebody typed is not thrown away.
    if (line.isHeading && kept[place + 1]?.isHeading === false)
      groups.push({ name: groupName(text), steps: [] });
    else if (last === undefined) groups.push({ name: null, steps: [text] });
    else last.steps.push(text);
  }
  if (groups.every((group) => group.name === null)) {
    return { instructions: groups.flatMap((group) => group.steps), instruction_groups: [] };
  }
  return { instruction_groups: groups };
}

/** Whether both say the same, however they are held. */
export function sameLines(some: Line[], others: Line[]): boolean {
  const said = (lines: Line[]) => written(lines).map((line) => [line.text.trim(), line.isHeading]);
  return JSON.stringify(said(some)) === JSON.stringify(said(others));
}
