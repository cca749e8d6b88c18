import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../api/client";

export type WholeItem = Schemas["WholeItemShape"];

export async function readItem(jobId: number, itemId: string): Promise<WholeItem> {
  return unwrap(api.GET("/api/jobs/{jobId}/items/{itemId}", { params: { path: { jobId, itemId } } }));
}

export function createItemQuery(jobId: number, itemId: string) {
  return queryOptions({ queryKey: ["item", jobId, itemId], queryFn: () => readItem(jobId, itemId) });
}
