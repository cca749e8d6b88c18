import { useQuery } from "@tanstack/react-query";
import { api, told } from "./client";

/** What this server can do and how one signs in, which does not change while it runs. */
export function usePageFacts() {
  return useQuery({
    queryKey: ["page"],
    queryFn: () => told(api.GET("/api/page")),
    staleTime: 5 * 60_000,
  });
}
