import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, told } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { tell, tellProblem } from "../../parts/feedback/notify";
import { plural } from "../../parts/format/numbers";
import type { Selection } from "./useSelectedItems";

const AT_ONCE = 10_000; // as many as the server takes in one request

/** Begins the selected items anew, of however many jobs they are. */
export function RetrySelected({ selection }: { selection: Selection }) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: async () => {
      for (const [jobId, itemIds] of selection.byJob()) {
        for (let first = 0; first < itemIds.length; first += AT_ONCE) {
          await told(
            api.POST("/api/jobs/{jobId}/reprocess", {
              params: { path: { jobId } },
              body: { scope: "items", itemIds: itemIds.slice(first, first + AT_ONCE), resetAttempts: true },
            }),
          );
        }
      }
    },
    onSuccess: () => {
      tell("Those that waited for another attempt are due at once.", "They are begun anew");
      selection.setAll([]);
    },
    onError: (error) => tellProblem(error, "They could not all be begun anew"),
    onSettled: () => refresh(queries, { queryKey: ["pending"] }),
  });
  const rows = plural(selection.size, "item");
  return (
    <Button
      variant="default"
      disabled={selection.size === 0}
      loading={retry.isPending}
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={() =>
        confirm({
          title: `Reprocess ${rows}?`,
          consequence:
            "What a worker is at is taken from it and begun anew. What waits for another attempt is due at once, at the pace of its site.",
          act: `Reprocess ${rows}`,
          keep: "Leave them",
          onConfirm: () => retry.mutate(),
        })
      }
    >
      Reprocess selected{selection.size > 0 && ` (${selection.size})`}
    </Button>
  );
}
