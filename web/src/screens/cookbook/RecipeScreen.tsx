import { Breadcrumbs } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { getHost } from "../../parts/links/addresses";
import { AnchorLink, ButtonLink } from "../../parts/links/links";
import { WebLink } from "../../parts/links/WebLink";
import { readRecipeDraft } from "../../parts/recipe/useRecipeEditing";
import { Screen } from "../../parts/shell/Screen";
import { type SavedRecipe, useRecipe } from "./queries";
import { getDraftName, SavedRecipeEditor } from "./SavedRecipeEditor";
import { SavedRecipeView } from "./SavedRecipeView";

/** A saved recipe: to read, edit, and compare with its page. */
export function RecipeScreen() {
  const { recipeId } = useParams({ from: "/cookbook/$recipeId" });
  const recipe = useRecipe(recipeId);
  return (
    <Screen
      title={recipe.data?.title ?? "Recipe"}
      lead={<RecipeBreadcrumbs url={recipe.data?.url ?? null} />}
    >
      {recipe.isPending && <Loading rows={6} height={56} label="Loading the recipe" />}
      {recipe.isError && (
        <Problem error={recipe.error} title="Could not load the recipe" onRetry={() => recipe.refetch()}>
          <ButtonLink to="/cookbook" size="xs" variant="default">
            Go to cookbook
          </ButtonLink>
        </Problem>
      )}
      {recipe.data && <RecipeDetail key={recipe.data.id} recipe={recipe.data} />}
    </Screen>
  );
}

function RecipeBreadcrumbs({ url }: { url: string | null }) {
  return (
    <Breadcrumbs separatorMargin={6} style={{ flexWrap: "wrap" }}>
      <AnchorLink to="/cookbook" size="sm">
        Cookbook
      </AnchorLink>
      {url && <WebLink to={url}>{getHost(url)}</WebLink>}
    </Breadcrumbs>
  );
}

function RecipeDetail({ recipe }: { recipe: SavedRecipe }) {
  // A draft is opened for editing.
  const [isEditing, setEditing] = useState(() => readRecipeDraft(getDraftName(recipe.id)) !== null);
  return isEditing ? (
    <SavedRecipeEditor recipe={recipe} onDone={() => setEditing(false)} />
  ) : (
    <SavedRecipeView recipe={recipe} onEdit={() => setEditing(true)} />
  );
}
