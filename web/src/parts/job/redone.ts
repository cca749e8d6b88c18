// What the server did when it was asked to do rows again, in words.
import type { Schemas } from "../../api/client";
import { plural } from "../numbers";

type Answer = Pick<Schemas["ReprocessedJob"], "taken" | "exhausted" | "goesOn" | "hint">;

export interface Words {
  title: string;
  message: string;
}

export function redoneWords({ taken, exhausted, goesOn, hint }: Answer): Words {
  const left = exhausted
    ? `${plural(exhausted, "row")} had all attempts already: “Count attempts anew” takes them too.`
    : hint;
  if (goesOn) return { title: `${plural(taken, "row")} so far`, message: left ?? "More are looked through." };
  if (taken === 0) return { title: "No row is done again", message: left ?? "None fits." };
  const title = `${plural(taken, "row")} ${taken === 1 ? "is" : "are"} done again`;
  return { title, message: left ?? "Pages are fetched once more." };
}
