import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { notify, notifyError } from "../../parts/feedback/notify";
import { formatCount } from "../../parts/format/numbers";
import type { Selection } from "./useSelectedItems";

const MAX_ITEMS_PER_REQUEST = 10_000; // as many as the server takes in one request

/** Retries the selected items, which may belong to several jobs. */
export function RetrySelected({ selection }: { selection: Selection }) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: async () => {
      for (const [jobId, itemIds] of selection.byJob()) {
        for (let first = 0; first < itemIds.length; first += MAX_ITEMS_PER_REQUEST) {
          await unwrap(
            api.POST("/api/jobs/{jobId}/reprocess", {
              params: { path: { jobId } },
              body: {
                scope: "items",
                itemIds: itemIds.slice(first, first + MAX_ITEMS_PER_REQUEST),
                resetAttempts: true,
              },
            }),
          );
        }
      }
    },
    onSuccess: () => {
      notify("They start as soon as a worker is free.", `Retrying ${rows}`);
      selection.setAll([]);
    },
    onError: (error) => notifyError(error, "Could not retry all items"),
    onSettled: () => refresh(queries, { queryKey: ["pending"] }),
  });
  const rows = formatCount(selection.size, "item");
  return (
    <Button
      variant="default"
      disabled={selection.size === 0}
      loading={retry.isPending}
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={() =>
        confirm({
          title: `Retry ${rows}?`,
          consequence:
            "Running items are restarted. Waiting items are retried now, at the pace of their site.",
          confirmLabel: `Retry ${rows}`,
          onConfirm: () => retry.mutate(),
        })
      }
    >
      Retry selected{selection.size > 0 && ` (${selection.size})`}
    </Button>
  );
}
