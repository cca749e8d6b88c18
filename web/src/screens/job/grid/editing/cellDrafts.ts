// Unsaved changes to cells of a job in the grid.

import { deleteDraft, readDraft, saveDraft } from "../../../../storage/drafts";
import { isObject, isText } from "../../../../storage/storedValue";
import type { Item } from "../props";

export interface CellDraft {
  /** The item when the user started to type; a difference from it reveals a change by another user. */
  item: Item;
  columnId: string;
  draft: string;
}

const getDraftName = (jobId: number) => `cells.${jobId}`;

export function loadCellDrafts(jobId: number): CellDraft[] {
  return readDraft(getDraftName(jobId), isDraftList) ?? [];
}

export function saveCellDraft(jobId: number, draft: CellDraft): CellDraft[] {
  // The result may be long, and is not edited.
  const slim = { ...draft, item: { ...draft.item, result: null } };
  return storeDrafts(jobId, [...filterOtherDrafts(jobId, draft.item.id, draft.columnId), slim]);
}

export function deleteCellDraft(jobId: number, itemId: string, columnId: string): CellDraft[] {
  return storeDrafts(jobId, filterOtherDrafts(jobId, itemId, columnId));
}

function filterOtherDrafts(jobId: number, itemId: string, columnId: string): CellDraft[] {
  return loadCellDrafts(jobId).filter((other) => other.item.id !== itemId || other.columnId !== columnId);
}

function storeDrafts(jobId: number, drafts: CellDraft[]): CellDraft[] {
  if (drafts.length === 0) deleteDraft(getDraftName(jobId));
  else saveDraft(getDraftName(jobId), drafts);
  return drafts;
}

function isDraftList(value: unknown): value is CellDraft[] {
  return Array.isArray(value) && value.every(isDraft);
}

function isDraft(value: unknown): value is CellDraft {
  return isObject(value) && isText(value.columnId) && isText(value.draft) && isItem(value.item);
}

function isItem(value: unknown): value is Item {
  return (
    isObject(value) &&
    isText(value.id) &&
    isText(value.updatedAt) &&
    Number.isInteger(value.row) &&
    isObject(value.inputSummary)
  );
}
