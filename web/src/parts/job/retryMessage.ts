// What the server did when it was asked to do rows again, in words.
import type { Schemas } from "../../api/client";
import { plural } from "../format/numbers";

type Answer = Pick<Schemas["ReprocessedJob"], "taken" | "exhausted" | "goesOn" | "hint">;

export interface RetryMessage {
  title: string;
  message: string;
}

export function describeRetry({ taken, exhausted, goesOn, hint }: Answer): RetryMessage {
  const note = exhausted
    ? `${plural(exhausted, "row")} ${exhausted === 1 ? "has" : "have"} no attempts left. Reset attempts to retry ${exhausted === 1 ? "it" : "them"}.`
    : hint;
  if (goesOn) return { title: `${plural(taken, "row")} so far`, message: note ?? "More are looked through." };
  if (taken === 0) return { title: "Nothing to retry", message: note ?? "None fits." };
  return { title: `Retrying ${plural(taken, "row")}`, message: note ?? "Pages are fetched once more." };
}
