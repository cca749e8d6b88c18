import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../../../api/client";
import type { ItemFilter, ItemSort } from "../../search";
import { PAGE_ROWS, type PageStart } from "./layout";

export type ItemPage = Schemas["ItemPage"];

/** The rows of a list: the filters and the order. */
export interface Listing {
  jobId: number;
  filter: ItemFilter;
  sort: ItemSort;
}

/** Pages out of view are dropped soon, so that a million rows take no more memory than a thousand. */
const CACHE_MS = 4_000;
const STALE_MS = 2_000;

function getListingKey({ jobId, filter, sort }: Listing) {
  return ["items", jobId, sort, filter] as const;
}

export function readPage(
  { jobId, filter, sort }: Listing,
  start: PageStart,
  pageSize: number,
  signal?: AbortSignal,
): Promise<ItemPage> {
  const query = { ...filter, ...("after" in start ? { after: start.after ?? undefined } : start) };
  return unwrap(
    api.GET("/api/jobs/{jobId}/items", {
      params: { path: { jobId }, query: { ...query, sort, pageSize } },
      signal,
    }),
  );
}

export function createPageQuery(listing: Listing, start: PageStart) {
  return queryOptions({
    queryKey: [...getListingKey(listing), start],
    queryFn: ({ signal }) => readPage(listing, start, PAGE_ROWS, signal),
    gcTime: CACHE_MS,
    staleTime: STALE_MS,
  });
}
