import { useMutation } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { tell, tellProblem } from "../../../parts/feedback/notify";
import { plural } from "../../../parts/format/numbers";
import { useRefreshEngine } from "../queries";

type ReplayRequest = { ids: number[] } | { cause: string };

/** Replays one dead letter at once, and several or all of a cause after a confirmation. */
export function useReplay(onReplayed?: () => void) {
  const refreshEngine = useRefreshEngine();
  const replay = useMutation({
    mutationFn: (request: ReplayRequest) =>
      unwrap(api.POST("/api/admin/dead-letters/replay", { body: request })),
    onSuccess: (replayed) => {
      onReplayed?.();
      tell(describeReplay(replayed), "Replayed");
    },
    onError: (error) => tellProblem(error, "Could not replay"),
    onSettled: refreshEngine,
  });
  const ask = (count: number, request: ReplayRequest) =>
    confirm({
      title: `Replay ${plural(count, "dead letter")}?`,
      consequence:
        "Each one starts again with all its attempts, and its site is requested again. Affected rows are queued again, and their jobs resume.",
      act: `Replay ${plural(count, "dead letter")}`,
      keep: "Cancel",
      onConfirm: () => replay.mutate(request),
    });
  return {
    isPending: replay.isPending,
    letter: (id: number) => replay.mutate({ ids: [id] }),
    letters: (ids: number[]) => ask(ids.length, { ids }),
    cause: (cause: string, count: number) => ask(count, { cause }),
  };
}

function describeReplay({ count, pages, rows, replayedBefore, unknown }: Schemas["ReplayedShape"]): string {
  if (count === 0) return "They were already replayed.";
  const scope = [pages > 0 && plural(pages, "page"), rows > 0 && plural(rows, "row")]
    .filter(Boolean)
    .join(" and ");
  const missed = replayedBefore.length + unknown.length;
  return `${plural(count, "dead letter")} replayed${scope && ` (${scope})`}.${
    missed > 0 ? ` Already replayed or deleted: ${missed}.` : ""
  }`;
}
