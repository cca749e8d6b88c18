// Editing of one input cell. The draft is kept if the row is processed, moves out of view or is changed in another tab
// in the meantime, and if the user leaves the page and comes back.
import { useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { ApiError, api, unwrap } from "../../../../api/client";
import { readItem } from "../../../../parts/job/item";
import { formatCell } from "../cells/cells";
import type { GridColumn } from "../columns/columns";
import type { Item, WholeItem } from "../props";
import { useRefreshJob } from "../useRefreshJob";
import { type CellDraft, deleteCellDraft, loadCellDrafts, saveCellDraft } from "./cellDrafts";

const MAX_TRIES = 4;

export interface Edit {
  item: Item;
  column: GridColumn;
  draft: string;
}

/** The cell was changed elsewhere after the user started to edit it. */
export class CellConflict extends Error {
  readonly theirs: WholeItem;

  constructor(theirs: WholeItem) {
    super("The cell was changed elsewhere.");
    this.theirs = theirs;
  }
}

/**
 * Saves cells and retries the row. If the row has a newer timestamp, `isSame` says whether its cells are unchanged: it
 * was only processed, and the save is repeated with the new timestamp.
 */
export async function writeCells(
  jobId: number,
  seen: { id: string; updatedAt: string },
  input: Record<string, string>,
  isSame: (now: WholeItem) => boolean,
): Promise<WholeItem> {
  let { updatedAt } = seen;
  for (let tries = 1; ; tries += 1) {
    try {
      return await unwrap(
        api.PATCH("/api/jobs/{jobId}/items/{itemId}", {
          params: { path: { jobId, itemId: seen.id } },
          body: { input, updatedAt },
        }),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || tries === MAX_TRIES) throw error;
      const now = await readItem(jobId, seen.id);
      if (now.updatedAt === updatedAt) throw error; // refused for another reason
      if (!isSame(now)) throw new CellConflict(now);
      updatedAt = now.updatedAt;
    }
  }
}

export function useEditing(jobId: number, put: (item: Item) => void) {
  const [edit, setEdit] = useState<Edit | null>(null);
  const [drafts, setDrafts] = useState(() => loadCellDrafts(jobId));
  const refreshJob = useRefreshJob(jobId);
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: ({ item, column, draft }: Edit) =>
      writeCells(jobId, item, { [column.edits ?? column.id]: draft }, (now) =>
        Object.is(column.value(now), column.value(item)),
      ),
    onSuccess: (written, { column }) => {
      put(written);
      setDrafts(deleteCellDraft(jobId, written.id, column.id));
      setEdit(null);
      refreshJob();
    },
  });

  /** Starts with the stored draft of the cell, if there is one. */
  const startEditing = useCallback(
    (item: Item, column: GridColumn) => {
      reset();
      const before = drafts.find((draft) => isDraftOf(draft, item.id, column.id));
      setEdit(
        before
          ? { item: before.item, column, draft: before.draft }
          : { item, column, draft: formatCell(column.value(item)) },
      );
    },
    [drafts, reset],
  );
  const deleteDraft = useCallback(
    ({ item, columnId }: CellDraft) => setDrafts(deleteCellDraft(jobId, item.id, columnId)),
    [jobId],
  );
  const discard = useCallback(() => {
    if (error instanceof CellConflict) put(error.theirs);
    if (edit) setDrafts(deleteCellDraft(jobId, edit.item.id, edit.column.id));
    reset();
    setEdit(null);
  }, [edit, error, jobId, put, reset]);
  const type = useCallback(
    (draft: string) => {
      if (edit === null) return;
      const { item, column } = edit;
      setEdit({ ...edit, draft });
      setDrafts(
        draft === formatCell(column.value(item))
          ? deleteCellDraft(jobId, item.id, column.id)
          : saveCellDraft(jobId, { item, columnId: column.id, draft }),
      );
    },
    [edit, jobId],
  );

  const save = useCallback(() => {
    if (edit === null) return;
    if (edit.draft === formatCell(edit.column.value(edit.item))) discard();
    else mutate(edit);
  }, [edit, discard, mutate]);

  /** Replaces the value that was saved elsewhere. */
  const overwrite = useCallback(() => {
    if (edit === null || !(error instanceof CellConflict)) return;
    const again = { ...edit, item: error.theirs };
    setEdit(again);
    mutate(again);
  }, [edit, error, mutate]);

  /** The drafts of cells other than the edited one. */
  const otherDrafts = edit
    ? drafts.filter((draft) => !isDraftOf(draft, edit.item.id, edit.column.id))
    : drafts;
  return {
    edit,
    otherDrafts,
    error,
    isSaving: isPending,
    startEditing,
    deleteDraft,
    discard,
    type,
    save,
    overwrite,
  };
}

function isDraftOf({ item, columnId }: CellDraft, itemId: string, column: string): boolean {
  return item.id === itemId && columnId === column;
}

export type Editing = ReturnType<typeof useEditing>;
