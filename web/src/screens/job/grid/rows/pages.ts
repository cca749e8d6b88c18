import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../../../api/client";
import type { ItemFilter, ItemSort } from "../../search";
import { PAGE_ROWS, type Place } from "./layout";

export type ItemPage = Schemas["ItemPage"];

/** The rows of a list: the filters and the order. */
export interface Listing {
  jobId: number;
  filter: ItemFilter;
  sort: ItemSort;
}

/** Pages out of view are dropped soon, so that a million rows take no more memory than a thousand. */
const CACHE_MS = 4_000;
const FRESH_MS = 2_000;

function listingKey({ jobId, filter, sort }: Listing) {
  return ["items", jobId, sort, filter] as const;
}

export function readPage(
  { jobId, filter, sort }: Listing,
  place: Place,
  pageSize: number,
  signal?: AbortSignal,
): Promise<ItemPage> {
  const query = { ...filter, ...("after" in place ? { after: place.after ?? undefined } : place) };
  return unwrap(
    api.GET("/api/jobs/{jobId}/items", {
      params: { path: { jobId }, query: { ...query, sort, pageSize } },
      signal,
    }),
  );
}

export function pageQuery(listing: Listing, place: Place) {
  return queryOptions({
    queryKey: [...listingKey(listing), place],
    queryFn: ({ signal }) => readPage(listing, place, PAGE_ROWS, signal),
    gcTime: CACHE_MS,
    staleTime: FRESH_MS,
  });
}
