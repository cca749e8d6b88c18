import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, told } from "../../api/client";
import { tell, tellProblem } from "../../parts/feedback/notify";
import { localizeTimes } from "../../parts/format/momentText";
import { isUnderWay, useMailboxStream, useParse } from "../../parts/parses";
import { lookAt, type SavedRecipe, useShow } from "./recipes";

/** Has the page read anew, and shows what it has changed. */
export function ReadAgain({ recipe }: { recipe: SavedRecipe }) {
  const [jobId, setJobId] = useState<string | null>(null);
  const show = useShow();
  const parse = useParse(jobId);
  useMailboxStream(jobId !== null);
  const refresh = useMutation({
    mutationFn: () =>
      told(api.POST("/recipes/{recipe_id}/refresh", { params: { path: { recipe_id: recipe.id } } })),
    onSuccess: (job) => setJobId(job.id),
    onError: (error) => tellProblem(error, "The page was not read"),
  });

  const ended = parse.data && !isUnderWay(parse.data.status) ? parse.data : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each job that ends, whatever else changes
  useEffect(() => {
    if (ended === null) return;
    setJobId(null);
    if (ended.status === "ERROR") {
      tellProblem(
        new Error(localizeTimes(ended.error_message ?? "It failed.")),
        "The page could not be read",
      );
      return;
    }
    lookAt(recipe.id).then(
      (now) => {
        show(now);
        tell(
          now.site_changes.length > 0
            ? "The page has changed: see above the recipe."
            : "The page says what it said.",
        );
      },
      (error: unknown) => tellProblem(error, "The recipe could not be loaded"),
    );
  }, [ended?.id]);

  return (
    <Button
      variant="default"
      loading={refresh.isPending || jobId !== null}
      onClick={() => refresh.mutate()}
      leftSection={<IconRefresh size={16} aria-hidden />}
    >
      Read the page again
    </Button>
  );
}
