import { useMutation } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { notify, notifyError } from "../../../parts/feedback/notify";
import { formatCount } from "../../../parts/format/numbers";
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
      notify(describeReplay(replayed), "Replayed");
    },
    onError: (error) => notifyError(error, "Could not replay"),
    onSettled: refreshEngine,
  });
  const ask = (count: number, request: ReplayRequest) =>
    confirm({
      title: `Replay ${formatCount(count, "dead letter")}?`,
      consequence:
        "Each one starts again with all its attempts, and its site is requested again. Affected rows are queued again, and their jobs resume.",
      confirmLabel: `Replay ${formatCount(count, "dead letter")}`,
      cancelLabel: "Cancel",
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
  const scope = [pages > 0 && formatCount(pages, "page"), rows > 0 && formatCount(rows, "row")]
    .filter(Boolean)
    .join(" and ");
  const missed = replayedBefore.length + unknown.length;
  return `${formatCount(count, "dead letter")} replayed${scope && ` (${scope})`}.${
    missed > 0 ? ` Already replayed or deleted: ${missed}.` : ""
  }`;
}
