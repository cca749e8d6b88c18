import { useQuery } from "@tanstack/react-query";
import { api, told } from "../../api/client";

const EVERY_MS = 2_000;

/** What tunes itself, asked again every two seconds while somebody looks and has not paused it. */
export function useTuning({ isPaused = false }: { isPaused?: boolean } = {}) {
  return useQuery({
    queryKey: ["tuning"],
    queryFn: () => told(api.GET("/api/tuning")),
    refetchInterval: isPaused ? false : EVERY_MS,
  });
}
