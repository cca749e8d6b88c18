// A cell of the input that is being edited. What was typed is kept whatever happens: the row may be worked on, move
// out of view, or be changed in another tab meanwhile, and whoever types may go elsewhere and come back.
import { useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { ApiError, api, told } from "../../../../api/client";
import { readItem } from "../../../../parts/job/item";
import { cellText } from "../cells/cells";
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

/** Somebody else wrote another value there. */
export class CellConflict extends Error {
  readonly theirs: WholeItem;

  constructor(theirs: WholeItem) {
    super("The cell was changed elsewhere meanwhile.");
    this.theirs = theirs;
  }
}

/**
 * Writes cells and has the row done again. A row that was only worked on since it was seen is none that somebody else
 * has edited; whether it was, `isSame` tells.
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
      return await told(
        api.PATCH("/api/jobs/{jobId}/items/{itemId}", {
          params: { path: { jobId, itemId: seen.id } },
          body: { input, updatedAt },
        }),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || tries === MAX_TRIES) throw error;
      const now = await readItem(jobId, seen.id);
      if (now.updatedAt === updatedAt) throw error; // refused for something else
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

  /** With what was typed there before, if that is kept. */
  const startEditing = useCallback(
    (item: Item, column: GridColumn) => {
      reset();
      const before = drafts.find((one) => isOf(one, item.id, column.id));
      setEdit(
        before
          ? { item: before.item, column, draft: before.draft }
          : { item, column, draft: cellText(column.value(item)) },
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
        draft === cellText(column.value(item))
          ? deleteCellDraft(jobId, item.id, column.id)
          : saveCellDraft(jobId, { item, columnId: column.id, draft }),
      );
    },
    [edit, jobId],
  );

  const save = useCallback(() => {
    if (edit === null) return;
    if (edit.draft === cellText(edit.column.value(edit.item))) discard();
    else mutate(edit);
  }, [edit, discard, mutate]);

  /** What was typed goes over what somebody else wrote. */
  const overwrite = useCallback(() => {
    if (edit === null || !(error instanceof CellConflict)) return;
    const again = { ...edit, item: error.theirs };
    setEdit(again);
    mutate(again);
  }, [edit, error, mutate]);

  /** Those of other cells than the one that is being edited. */
  const otherDrafts = edit ? drafts.filter((one) => !isOf(one, edit.item.id, edit.column.id)) : drafts;
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

function isOf({ item, columnId }: CellDraft, itemId: string, column: string): boolean {
  return item.id === itemId && columnId === column;
}

export type Editing = ReturnType<typeof useEditing>;
