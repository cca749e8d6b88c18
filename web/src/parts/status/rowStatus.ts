// The status of a row as the page names it. The API has fewer statuses: it reports a duplicate as skipped, and a matched
// row as done.
import type { Schemas } from "../../api/client";

type Item = Pick<Schemas["ItemShape"], "status" | "result" | "error">;

export function getRowStatus({ status, result, error }: Item): string {
  if (status === "SKIPPED" && error?.code === "duplicate") return "DUPLICATE";
  return status === "DONE" && typeof result?.match_score === "number" ? "MATCHED" : status;
}

/** The name of the action that processes a row again: a finished page is fetched again, any other row is retried. */
export function getRetryLabel({
  status,
  inputSummary,
}: Pick<Schemas["ItemShape"], "status" | "inputSummary">): "Re-fetch" | "Retry" {
  return status === "DONE" && inputSummary.url ? "Re-fetch" : "Retry";
}
