import { Breadcrumbs } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { hostOf } from "../../parts/links/addresses";
import { AnchorLink, ButtonLink } from "../../parts/links/links";
import { WebLink } from "../../parts/links/WebLink";
import { keptDraft } from "../../parts/recipe/useRecipeEditing";
import { Screen } from "../../parts/shell/Screen";
import { draftName, RecipeEditing } from "./RecipeEditing";
import { RecipeReading } from "./RecipeReading";
import { type SavedRecipe, useRecipe } from "./recipes";

/** A recipe of one's own: to be read, edited, and held against its page. */
export function RecipeScreen() {
  const { recipeId } = useParams({ from: "/cookbook/$recipeId" });
  const recipe = useRecipe(recipeId);
  return (
    <Screen title={recipe.data?.title ?? "A recipe"} lead={<Where url={recipe.data?.url ?? null} />}>
      {recipe.isPending && <Loading rows={6} height={56} label="Loading the recipe" />}
      {recipe.isError && (
        <Problem error={recipe.error} title="This recipe cannot be shown" onRetry={() => recipe.refetch()}>
          <ButtonLink to="/cookbook" size="xs" variant="default">
            Go to the cookbook
          </ButtonLink>
        </Problem>
      )}
      {recipe.data && <Shown key={recipe.data.id} recipe={recipe.data} />}
    </Screen>
  );
}

function Where({ url }: { url: string | null }) {
  return (
    <Breadcrumbs separatorMargin={6} style={{ flexWrap: "wrap" }}>
      <AnchorLink to="/cookbook" size="sm">
        Cookbook
      </AnchorLink>
      {url && <WebLink to={url}>{hostOf(url)}</WebLink>}
    </Breadcrumbs>
  );
}

function Shown({ recipe }: { recipe: SavedRecipe }) {
  // Whoever was editing goes on with that.
  const [isEditing, setEditing] = useState(() => keptDraft(draftName(recipe.id)) !== null);
  return isEditing ? (
    <RecipeEditing recipe={recipe} onDone={() => setEditing(false)} />
  ) : (
    <RecipeReading recipe={recipe} onEdit={() => setEditing(true)} />
  );
}
