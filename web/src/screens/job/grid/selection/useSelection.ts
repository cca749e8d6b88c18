import { useCallback, useRef, useState } from "react";
import { notify, notifyError } from "../../../../parts/feedback/notify";
import { formatNumber } from "../../../../parts/format/numbers";
import type { Item } from "../props";
import { MAX_SELECTED, type Selection, toggleItem } from "./selection";

const NOTHING: ReadonlySet<string> = new Set();
const TOO_MANY = `You can select up to ${formatNumber(MAX_SELECTED)} rows one by one. To select more, filter the rows and select all.`;

export function useSelection(between: (first: number, last: number) => Promise<Item[]>) {
  const [selection, setSelection] = useState<Selection>({ ids: NOTHING, isAll: false });
  const now = useRef(selection);
  now.current = selection;
  const anchor = useRef<number | null>(null);

  const toggle = useCallback((item: Item) => {
    setSelection((last) => toggleItem(last, item.id));
  }, []);

  const extend = useCallback(
    async (from: number, to: number) => {
      if (Math.abs(to - from) >= MAX_SELECTED) {
        notify(TOO_MANY);
        return;
      }
      try {
        const items = await between(Math.min(from, to), Math.max(from, to));
        const next = new Set([...now.current.ids, ...items.map((item) => item.id)]);
        if (next.size > MAX_SELECTED) notify(TOO_MANY);
        else setSelection({ ids: next, isAll: false });
      } catch (error) {
        notifyError(error, "Could not select the rows");
      }
    },
    [between],
  );

  const select = useCallback(
    (row: number, item: Item, isRange: boolean) => {
      const from = anchor.current;
      anchor.current = row;
      if (isRange && from !== null && from !== row) extend(from, row);
      else toggle(item);
    },
    [extend, toggle],
  );

  const selectAll = useCallback((isAll: boolean) => {
    anchor.current = null;
    setSelection({ ids: NOTHING, isAll });
  }, []);

  return { ...selection, select, selectAll };
}
