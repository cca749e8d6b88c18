import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { WaitingReason } from "./waitingReason";

const MAX_ITEMS = 100; // the limit of the server
const POLL_MS = 5_000;

/** Loads and polls why each of the items waits. Finished items are not in the result. */
export function useWaiting(itemIds: readonly string[]): ReadonlyMap<string, WaitingReason> {
  const requested = itemIds.slice(0, MAX_ITEMS);
  const { data } = useQuery<ReadonlyMap<string, WaitingReason>>({
    queryKey: ["waiting", requested],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/waiting", { params: { query: { itemIds: requested } }, signal })).then(mapByItem),
    enabled: requested.length > 0,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, WaitingReason> = new Map();

function mapByItem({
  waiting,
}: {
  waiting: (WaitingReason & { itemId: string })[];
}): ReadonlyMap<string, WaitingReason> {
  return new Map(waiting.map((reason) => [reason.itemId, reason]));
}
