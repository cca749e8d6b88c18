// The parses of the user's mailbox, used by the mailbox and by the cookbook when it re-fetches a page.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Schemas, unwrap } from "../api/client";
import { refresh } from "../api/refresh";
import { useSession } from "../api/session";
import { type StreamState, useStream } from "../api/stream";
import type { RecipeData } from "./recipe/recipeData";

export type Parse = Schemas["ParseJobState"];
export type ListedParse = Schemas["JobListed"];
export type ParseStatus = Schemas["JobStatus"];

const IN_PROGRESS_POLL_MS = 3_000;
const ALL = ["mailbox"];

export function isInProgress(status: ParseStatus | undefined): boolean {
  return status === "PENDING" || status === "RUNNING";
}

/** One parse. Polled while in progress, because the stream announces its end but not the reason why it waits. */
export function useParse(jobId: string | null) {
  return useQuery({
    queryKey: [...ALL, "job", jobId],
    queryFn: () =>
      unwrap(api.GET("/recipes/parse-url/status/{job_id}", { params: { path: { job_id: jobId ?? "" } } })),
    enabled: jobId !== null,
    refetchInterval: (query) => (isInProgress(query.state.data?.status) ? IN_PROGRESS_POLL_MS : false),
  });
}

export function getRecipe(parse: Parse): RecipeData | null {
  return parse.result?.recipe ?? null;
}

/** Refreshes all queries of the mailbox when a parse ends or changes. */
export function useMailboxStream(isEnabled = true): StreamState {
  const client = useQueryClient();
  const isSignedIn = useSession() !== null;
  const state = useStream("/recipes/parse-url/jobs/stream", {
    enabled: isSignedIn && isEnabled,
    lastSeenName: "last_seen",
    on: { job: () => refresh(client, { queryKey: ALL }) },
  });
  useEffect(() => {
    // The stream does not announce changes from before it was opened.
    if (state === "live") refresh(client, { queryKey: ALL });
  }, [state, client]);
  return state;
}
