import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, told } from "../../api/client";
import { refresh } from "../../api/refresh";
import type { RecipeData } from "../../parts/recipe/data";

export type SavedRecipe = Schemas["RecipeShown"];
export type SiteChange = Schemas["SiteChangeShown"];

const PAGE = 24;

export function useRecipes(q: string) {
  return useInfiniteQuery({
    queryKey: ["cookbook", "list", q],
    queryFn: ({ pageParam }) =>
      told(
        api.GET("/recipes", {
          params: { query: { q, limit: PAGE, ...(pageParam ? { after: pageParam } : {}) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before, // what was found stays until the next is there
  });
}

const place = (recipeId: string) => ["cookbook", "recipe", recipeId];

export function lookAt(recipeId: string): Promise<SavedRecipe> {
  return told(api.GET("/recipes/{recipe_id}", { params: { path: { recipe_id: recipeId } } }));
}

export function useRecipe(recipeId: string) {
  return useQuery({ queryKey: place(recipeId), queryFn: () => lookAt(recipeId) });
}

/** Puts a recipe that the server has just given where the page shows it, and has lists asked for again. */
export function useShow(): (recipe: SavedRecipe) => void {
  const client = useQueryClient();
  return (recipe) => {
    client.setQueryData(place(recipe.id), recipe);
    refresh(client, { queryKey: ["cookbook", "list"] });
  };
}

/** The revision that was seen, as If-Match wants it: another is refused. */
export function seen(revision: number | null): { "If-Match"?: string } {
  return revision === null ? {} : { "If-Match": `"${revision}"` };
}

export function dataOf(recipe: SavedRecipe): RecipeData {
  return recipe as unknown as RecipeData;
}
