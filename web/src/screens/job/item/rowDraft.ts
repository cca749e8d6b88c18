// Unsaved changes to the cells of a row in its drawer.

import { deleteDraft, readDraft, saveDraft } from "../../../storage/drafts";
import { isObject, isText } from "../../../storage/storedValue";

export interface RowDraft {
  typed: Record<string, string>;
  /** The row when the user started to type; a difference from it reveals a change by another user. */
  seen: SeenRow;
  at: string;
}

export interface SeenRow {
  id: string;
  updatedAt: string;
  input: Record<string, unknown> | null;
}

const getDraftName = (jobId: number, itemId: string) => `row.${jobId}.${itemId}`;

export function loadRowDraft(jobId: number, itemId: string): RowDraft | null {
  return readDraft(getDraftName(jobId, itemId), isDraft);
}

export function saveRowDraft(jobId: number, draft: Omit<RowDraft, "at">): void {
  saveDraft(getDraftName(jobId, draft.seen.id), { ...draft, at: new Date().toISOString() });
}

export function deleteRowDraft(jobId: number, itemId: string): void {
  deleteDraft(getDraftName(jobId, itemId));
}

function isDraft(value: unknown): value is RowDraft {
  return (
    isObject(value) &&
    isObject(value.typed) &&
    Object.values(value.typed).every(isText) &&
    isText(value.at) &&
    isSeenRow(value.seen)
  );
}

function isSeenRow(value: unknown): value is SeenRow {
  return (
    isObject(value) &&
    isText(value.id) &&
    isText(value.updatedAt) &&
    (value.input === null || isObject(value.input))
  );
}
