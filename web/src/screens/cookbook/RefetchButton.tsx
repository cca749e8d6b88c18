import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "../../api/client";
import { notify, notifyError } from "../../parts/feedback/notify";
import { localizeTimes } from "../../parts/format/momentText";
import { isInProgress, useMailboxStream, useParse } from "../../parts/parses";
import { fetchRecipe, type SavedRecipe, useShowRecipe } from "./queries";

/** Re-fetches the page of a recipe, and shows its changes. */
export function RefetchButton({ recipe }: { recipe: SavedRecipe }) {
  const [jobId, setJobId] = useState<string | null>(null);
  const show = useShowRecipe();
  const parse = useParse(jobId);
  useMailboxStream(jobId !== null);
  const refresh = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/recipes/{recipe_id}/refresh", { params: { path: { recipe_id: recipe.id } } })),
    onSuccess: (job) => setJobId(job.id),
    onError: (error) => notifyError(error, "Could not re-fetch the page"),
  });

  const ended = parse.data && !isInProgress(parse.data.status) ? parse.data : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each job that ends
  useEffect(() => {
    if (ended === null) return;
    setJobId(null);
    if (ended.status === "ERROR") {
      notifyError(
        new Error(localizeTimes(ended.error_message ?? "Parsing failed.")),
        "Could not read the page",
      );
      return;
    }
    fetchRecipe(recipe.id).then(
      (current) => {
        show(current);
        notify(
          current.site_changes.length > 0
            ? "The page has changed. Review the changes above the recipe."
            : "The page has not changed.",
        );
      },
      (error: unknown) => notifyError(error, "Could not load the recipe"),
    );
  }, [ended?.id]);

  return (
    <Button
      variant="default"
      loading={refresh.isPending || jobId !== null}
      onClick={() => refresh.mutate()}
      leftSection={<IconRefresh size={16} aria-hidden />}
    >
      Re-fetch page
    </Button>
  );
}
