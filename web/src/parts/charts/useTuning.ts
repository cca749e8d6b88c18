import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";

const POLL_MS = 2_000;

/** The controllers, polled every two seconds unless paused. */
export function useTuning({ isPaused = false }: { isPaused?: boolean } = {}) {
  return useQuery({
    queryKey: ["tuning"],
    queryFn: () => unwrap(api.GET("/api/tuning")),
    refetchInterval: isPaused ? false : POLL_MS,
  });
}
