// Cells of a job that somebody began to edit in the grid and neither saved nor left.

import { forgetDraft, keepDraft, readDraft } from "../../../../storage/drafts";
import { isObject, isText } from "../../../../storage/kept";
import type { Item } from "../props";

export interface CellDraft {
  /** As it was when somebody began to type, by which another's change is told. */
  item: Item;
  columnId: string;
  draft: string;
}

const nameOf = (jobId: number) => `cells.${jobId}`;

export function cellDrafts(jobId: number): CellDraft[] {
  return readDraft(nameOf(jobId), areDrafts) ?? [];
}

export function keepCell(jobId: number, draft: CellDraft): CellDraft[] {
  // What came of the row may be long, and is not edited.
  const slim = { ...draft, item: { ...draft.item, result: null } };
  return written(jobId, [...others(jobId, draft.item.id, draft.columnId), slim]);
}

export function forgetCell(jobId: number, itemId: string, columnId: string): CellDraft[] {
  return written(jobId, others(jobId, itemId, columnId));
}

function others(jobId: number, itemId: string, columnId: string): CellDraft[] {
  return cellDrafts(jobId).filter((one) => one.item.id !== itemId || one.columnId !== columnId);
}

function written(jobId: number, drafts: CellDraft[]): CellDraft[] {
  if (drafts.length === 0) forgetDraft(nameOf(jobId));
  else keepDraft(nameOf(jobId), drafts);
  return drafts;
}

function areDrafts(said: unknown): said is CellDraft[] {
  return Array.isArray(said) && said.every(isDraft);
}

function isDraft(said: unknown): said is CellDraft {
  return isObject(said) && isText(said.columnId) && isText(said.draft) && isItem(said.item);
}

function isItem(said: unknown): said is Item {
  return (
    isObject(said) &&
    isText(said.id) &&
    isText(said.updatedAt) &&
    Number.isInteger(said.row) &&
    isObject(said.inputSummary)
  );
}
