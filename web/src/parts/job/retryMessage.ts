// The notification after rows were submitted for a retry.
import type { Schemas } from "../../api/client";
import { formatCount } from "../format/numbers";

type Answer = Pick<Schemas["ReprocessedJob"], "taken" | "exhausted" | "goesOn" | "hint">;

export interface RetryMessage {
  title: string;
  message: string;
}

export function describeRetry({ taken, exhausted, goesOn, hint }: Answer): RetryMessage {
  const note = exhausted
    ? `${formatCount(exhausted, "row")} ${exhausted === 1 ? "has" : "have"} no attempts left. Reset attempts to retry ${exhausted === 1 ? "it" : "them"}.`
    : hint;
  if (goesOn)
    return {
      title: `Retrying ${formatCount(taken, "row")} so far`,
      message: note ?? "More rows are being checked.",
    };
  if (taken === 0) return { title: "Nothing to retry", message: note ?? "No row matches." };
  return { title: `Retrying ${formatCount(taken, "row")}`, message: note ?? "They are queued again." };
}
