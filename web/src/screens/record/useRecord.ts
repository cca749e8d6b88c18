import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Schemas, told } from "../../api/client";

export type ItemRecord = Schemas["ItemRecordShape"];

const OPEN: readonly string[] = ["PENDING", "PROCESSING"];
const ASK_EVERY_MS = 2_000;

export function isStillOpen({ status }: ItemRecord): boolean {
  return OPEN.includes(status);
}

/** The record with its latest versions, and earlier ones as they are asked for. While there is none yet it is looked for. */
export function useRecord(itemId: string) {
  const pages = useInfiniteQuery({
    queryKey: ["record", itemId],
    queryFn: ({ pageParam, signal }) =>
      told(
        api.GET("/api/items/{itemId}/record", {
          params: { path: { itemId }, query: pageParam === null ? {} : { before: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextVersions,
    refetchInterval: ({ state }) => {
      const [first] = state.data?.pages ?? [];
      return first && isStillOpen(first) ? ASK_EVERY_MS : false;
    },
  });
  const all = pages.data?.pages ?? [];
  return { pages, record: all[0], versions: all.flatMap((page) => page.versions) };
}
