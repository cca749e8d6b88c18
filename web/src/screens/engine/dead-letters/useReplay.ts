import { useMutation } from "@tanstack/react-query";
import { api, type Schemas, told } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { tell, tellProblem } from "../../../parts/feedback/notify";
import { plural } from "../../../parts/format/numbers";
import { useEngineAnew } from "../queries";

type Wanted = { ids: number[] } | { cause: string };

/** Starts dead letters anew: some, or all of a cause. More than one is asked about first. */
export function useReplay(onReplayed?: () => void) {
  const anew = useEngineAnew();
  const replay = useMutation({
    mutationFn: (wanted: Wanted) => told(api.POST("/api/admin/dead-letters/replay", { body: wanted })),
    onSuccess: (replayed) => {
      onReplayed?.();
      tell(inWords(replayed), "Replayed");
    },
    onError: (error) => tellProblem(error, "Nothing was replayed"),
    onSettled: anew,
  });
  const ask = (count: number, wanted: Wanted) =>
    confirm({
      title: `Replay ${plural(count, "dead letter")}?`,
      consequence:
        "Each starts anew with all its attempts, and its site is called again. Rows of jobs are pending again, and their jobs go on.",
      act: `Replay ${plural(count, "letter")}`,
      keep: "Leave them",
      onConfirm: () => replay.mutate(wanted),
    });
  return {
    isPending: replay.isPending,
    letter: (id: number) => replay.mutate({ ids: [id] }),
    letters: (ids: number[]) => ask(ids.length, { ids }),
    cause: (cause: string, count: number) => ask(count, { cause }),
  };
}

function inWords({ count, pages, rows, replayedBefore, unknown }: Schemas["ReplayedShape"]): string {
  if (count === 0) return "Somebody had replayed them already.";
  const about = [pages > 0 && plural(pages, "page"), rows > 0 && plural(rows, "row")]
    .filter(Boolean)
    .join(" and ");
  const missed = replayedBefore.length + unknown.length;
  return `${plural(count, "letter")}${about && ` about ${about}`}: started anew.${
    missed > 0 ? ` Replayed before, or gone: ${missed}.` : ""
  }`;
}
