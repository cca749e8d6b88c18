import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";

/** The features and limits of the server and its ways to sign in. They do not change while it runs. */
export function usePageFacts() {
  return useQuery({
    queryKey: ["page"],
    queryFn: () => unwrap(api.GET("/api/page")),
    staleTime: 5 * 60_000,
  });
}
