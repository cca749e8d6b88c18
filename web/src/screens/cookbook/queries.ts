import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import type { RecipeData } from "../../parts/recipe/recipeData";

export type SavedRecipe = Schemas["RecipeShown"];
export type SiteChange = Schemas["SiteChangeShown"];

const PAGE_SIZE = 24;

export function useRecipes(q: string) {
  return useInfiniteQuery({
    queryKey: ["cookbook", "list", q],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/recipes", {
          params: { query: { q, limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (previous) => previous, // keeps the list while a new search loads
  });
}

const getRecipeKey = (recipeId: string) => ["cookbook", "recipe", recipeId];

export function fetchRecipe(recipeId: string): Promise<SavedRecipe> {
  return unwrap(api.GET("/recipes/{recipe_id}", { params: { path: { recipe_id: recipeId } } }));
}

export function useRecipe(recipeId: string) {
  return useQuery({ queryKey: getRecipeKey(recipeId), queryFn: () => fetchRecipe(recipeId) });
}

/** Shows a recipe that the server has just returned, and refreshes the lists. */
export function useShowRecipe(): (recipe: SavedRecipe) => void {
  const client = useQueryClient();
  return (recipe) => {
    client.setQueryData(getRecipeKey(recipe.id), recipe);
    refresh(client, { queryKey: ["cookbook", "list"] });
  };
}

/** The If-Match header: the server refuses a change of another revision. */
export function createIfMatchHeader(revision: number | null): { "If-Match"?: string } {
  return revision === null ? {} : { "If-Match": `"${revision}"` };
}

export function toRecipeData(recipe: SavedRecipe): RecipeData {
  return recipe;
}
