import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { createItemQuery } from "../../../parts/job/item";
import type { ItemsGridProps } from "../grid/props";
import { ItemPanel } from "./ItemPanel";

const POLL_MS = 3_000;

/** The drawer with one item, opened by the address bar. */
export function ItemDrawer({ job, search, onSearch }: Pick<ItemsGridProps, "job" | "search" | "onSearch">) {
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const itemId = search.item;
  const item = useQuery({
    ...createItemQuery(job.jobId, itemId ?? ""),
    enabled: itemId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && state.data.completedAt === null && state.status === "success" ? POLL_MS : false,
  });
  return (
    <Drawer
      opened={itemId !== undefined}
      onClose={() => onSearch({ item: undefined })}
      position="right"
      size={isNarrow ? "100%" : "xl"}
      title={item.data ? `Row ${item.data.row}` : "Row"}
      closeButtonProps={{ "aria-label": "Close row" }}
      styles={{ body: { overflowWrap: "anywhere" } }}
    >
      {item.isError && <Problem error={item.error} title="Could not load the row" onRetry={item.refetch} />}
      {item.isPending && itemId !== undefined && <Loading rows={6} label="Loading the row" />}
      {item.data && (
        <ItemPanel key={item.data.id} job={job} item={item.data} onOpen={(id) => onSearch({ item: id })} />
      )}
    </Drawer>
  );
}
