import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../api/client";

export type ItemRecord = Schemas["ItemRecordShape"];

const UNFINISHED: readonly string[] = ["PENDING", "PROCESSING"];
const POLL_MS = 2_000;

export function isUnfinished({ status }: ItemRecord): boolean {
  return UNFINISHED.includes(status);
}

/** Loads the record with its latest versions, and earlier versions on request. Polls while the item is unfinished. */
export function useRecord(itemId: string) {
  const pages = useInfiniteQuery({
    queryKey: ["record", itemId],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/items/{itemId}/record", {
          params: { path: { itemId }, query: pageParam === null ? {} : { before: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextVersions,
    refetchInterval: ({ state }) => {
      const [first] = state.data?.pages ?? [];
      return first && isUnfinished(first) ? POLL_MS : false;
    },
  });
  const all = pages.data?.pages ?? [];
  return { pages, record: all[0], versions: all.flatMap((page) => page.versions) };
}
