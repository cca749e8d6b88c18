// What a person's mailbox holds, as the API tells it: shared by the mailbox and by saved recipes that are read anew.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Schemas, told } from "../api/client";
import { refresh } from "../api/refresh";
import { useSession } from "../api/session";
import { type StreamState, useStream } from "../api/stream";
import type { RecipeData } from "./recipe/data";

export type Parse = Schemas["ParseJobState"];
export type ListedParse = Schemas["JobListed"];
export type ParseStatus = Schemas["JobStatus"];

const UNDER_WAY_MS = 3_000;
const ALL = ["mailbox"];

export function isUnderWay(status: ParseStatus | undefined): boolean {
  return status === "PENDING" || status === "RUNNING";
}

/** One parse. While it is under way it is asked about: the stream tells of ends, not of what one waits for. */
export function useParse(jobId: string | null) {
  return useQuery({
    queryKey: [...ALL, "job", jobId],
    queryFn: () =>
      told(api.GET("/recipes/parse-url/status/{job_id}", { params: { path: { job_id: jobId ?? "" } } })),
    enabled: jobId !== null,
    refetchInterval: (query) => (isUnderWay(query.state.data?.status) ? UNDER_WAY_MS : false),
  });
}

export function recipeOf(parse: Parse): RecipeData | null {
  return (parse.result?.recipe ?? null) as RecipeData | null;
}

/** Has everything of the mailbox asked for again when something happened there. */
export function useMailboxStream(isWanted = true): StreamState {
  const client = useQueryClient();
  const isSignedIn = useSession() !== null;
  const state = useStream("/recipes/parse-url/jobs/stream", {
    enabled: isSignedIn && isWanted,
    lastSeenName: "last_seen",
    on: { job: () => refresh(client, { queryKey: ALL }) },
  });
  useEffect(() => {
    // What happened before the first event of a stream, it does not tell.
    if (state === "live") refresh(client, { queryKey: ALL });
  }, [state, client]);
  return state;
}
