// Converts ingredients and steps to lines of an editor, some of which are headings, and back to what the API accepts.
import { isObject, isText } from "../../storage/storedValue";
import type { Ingredient, RecipeData, StepGroup } from "./recipeData";

export interface Line {
  /** Identifies the line while it is moved. */
  id: string;
  text: string;
  isHeading: boolean;
  /** The ingredient that the line was made from. Sent unchanged while the text is the same. */
  was?: Ingredient;
}

export function isLine(value: unknown): value is Line {
  return (
    isObject(value) &&
    isText(value.id) &&
    isText(value.text) &&
    typeof value.isHeading === "boolean" &&
    (value.was === undefined || isObject(value.was))
  );
}

let lineCount = 0;

export function createLine(text = "", isHeading = false, was?: Ingredient): Line {
  lineCount += 1;
  return { id: `${Date.now().toString(36)}-${lineCount}`, text, isHeading, was };
}

/** The line as on the page, or composed of its parts. */
export function formatLine(line: Ingredient | string): string {
  if (typeof line === "string") return line;
  const parts = [line.qty, line.unit, line.name].filter((part) => part !== null && part !== undefined);
  return line.raw || parts.join(" ");
}

/** A heading where another group begins. An empty heading ends a group: the lines after it belong to none. */
function createHeading(before: string | null, next: string | null): Line[] {
  return before === next ? [] : [createLine(next ?? "", true)];
}

function trimGroupName(name: string | null | undefined): string | null {
  return name?.trim() || null;
}

export function createIngredientLines(recipe: RecipeData): Line[] {
  let group: string | null = null;
  return (recipe.ingredients ?? []).flatMap((ingredient) => {
    const heading = createHeading(group, trimGroupName(ingredient.group));
    group = trimGroupName(ingredient.group);
    return [...heading, createLine(formatLine(ingredient), false, ingredient)];
  });
}

export function createStepLines(recipe: RecipeData): Line[] {
  const groups = recipe.instruction_groups ?? [];
  if (groups.length === 0) return (recipe.instructions ?? []).map((step) => createLine(step));
  return groups.flatMap((group, index) => [
    ...createHeading(trimGroupName(groups[index - 1]?.name), trimGroupName(group.name)),
    ...(group.steps ?? []).map((step) => createLine(step)),
  ]);
}

/** Removes empty lines, and empty headings that end no group. */
function removeEmptyLines(lines: Line[]): Line[] {
  const kept = lines.filter((line) => line.isHeading || line.text.trim() !== "");
  let isInGroup = false;
  return kept.filter((line, index) => {
    if (!line.isHeading) return true;
    const isEmpty = line.text.trim() === "";
    if (isEmpty && (!isInGroup || kept[index + 1]?.isHeading !== false)) return false;
    isInGroup = !isEmpty;
    return true;
  });
}

export function toIngredients(lines: Line[]): (Ingredient | string)[] {
  let group: string | null = null;
  const sent: (Ingredient | string)[] = [];
  for (const line of removeEmptyLines(lines)) {
    if (line.isHeading) {
      group = trimGroupName(line.text);
    } else {
      sent.push(toIngredient(line, group));
    }
  }
  return sent;
}

function toIngredient(line: Line, group: string | null): Ingredient | string {
  const text = line.text.trim();
  const was = line.was;
  if (was !== undefined && formatLine(was).trim() === text && trimGroupName(was.group) === group) return was;
  return group === null ? text : { raw: text, group };
}

/** Plain steps, or groups of steps if there are headings; the API then takes the steps from the groups. */
export function toSteps(lines: Line[]): { instructions?: string[]; instruction_groups: StepGroup[] } {
  const kept = removeEmptyLines(lines);
  const groups: StepGroup[] = [];
  for (const [index, line] of kept.entries()) {
    const text = line.text.trim();
    const last = groups.at(-1);
    // A heading without steps is kept as a step, so that no text is lost.
    if (line.isHeading && kept[index + 1]?.isHeading === false)
      groups.push({ name: trimGroupName(text), steps: [] });
    else if (last === undefined) groups.push({ name: null, steps: [text] });
    else last.steps.push(text);
  }
  if (groups.every((group) => group.name === null)) {
    return { instructions: groups.flatMap((group) => group.steps), instruction_groups: [] };
  }
  return { instruction_groups: groups };
}

/** Whether both have the same text and headings. */
export function isSameText(left: Line[], other: Line[]): boolean {
  const content = (lines: Line[]) =>
    removeEmptyLines(lines).map((line) => [line.text.trim(), line.isHeading]);
  return JSON.stringify(content(left)) === JSON.stringify(content(other));
}
