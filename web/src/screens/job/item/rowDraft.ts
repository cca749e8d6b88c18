// Cells of a row that somebody changed in its drawer and has not saved.

import { forgetDraft, keepDraft, readDraft } from "../../../storage/drafts";
import { isObject, isText } from "../../../storage/kept";

export interface RowDraft {
  typed: Record<string, string>;
  /** What was in the cells when somebody began to type, by which another's change is told. */
  seen: SeenRow;
  at: string;
}

export interface SeenRow {
  id: string;
  updatedAt: string;
  input: Record<string, unknown> | null;
}

const nameOf = (jobId: number, itemId: string) => `row.${jobId}.${itemId}`;

export function rowDraft(jobId: number, itemId: string): RowDraft | null {
  return readDraft(nameOf(jobId, itemId), isDraft);
}

export function keepRow(jobId: number, draft: Omit<RowDraft, "at">): void {
  keepDraft(nameOf(jobId, draft.seen.id), { ...draft, at: new Date().toISOString() });
}

export function forgetRow(jobId: number, itemId: string): void {
  forgetDraft(nameOf(jobId, itemId));
}

function isDraft(said: unknown): said is RowDraft {
  return (
    isObject(said) &&
    isObject(said.typed) &&
    Object.values(said.typed).every(isText) &&
    isText(said.at) &&
    isSeen(said.seen)
  );
}

function isSeen(said: unknown): said is SeenRow {
  return (
    isObject(said) &&
    isText(said.id) &&
    isText(said.updatedAt) &&
    (said.input === null || isObject(said.input))
  );
}
