import { Button, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { EmptyState } from "../../parts/feedback/EmptyState";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { AnchorLink, ButtonLink } from "../../parts/links/links";
import { Screen } from "../../parts/shell/Screen";
import { useRecipes } from "./queries";
import { RecipeTile } from "./RecipeTile";

const MAX_SEARCH_LENGTH = 200;
const SEARCH_DELAY_MS = 250;

export function CookbookScreen() {
  const { q = "" } = useSearch({ from: "/cookbook" });
  return (
    <Screen title="Cookbook" lead="Your saved recipes, with your edits.">
      <Stack gap="md">
        <SearchBox q={q} />
        <Recipes q={q} />
      </Stack>
    </Screen>
  );
}

function SearchBox({ q }: { q: string }) {
  const navigate = useNavigate({ from: "/cookbook" });
  const [typed, setTyped] = useState(q);
  const search = useDebouncedCallback((words: string) => {
    navigate({ search: words.trim() ? { q: words.trim() } : {}, replace: true });
  }, SEARCH_DELAY_MS);
  // The address also changes when the user goes back.
  useEffect(() => setTyped((now) => (now.trim() === q ? now : q)), [q]);
  return (
    <TextInput
      label="Search your recipes"
      description="Matches the start of words in the title, ingredients, notes and tags"
      type="search"
      maxLength={MAX_SEARCH_LENGTH}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}

function Recipes({ q }: { q: string }) {
  const recipesQuery = useRecipes(q);
  if (recipesQuery.isPending) return <Loading rows={3} height={110} label="Loading your recipes" />;
  if (recipesQuery.isError)
    return <Problem error={recipesQuery.error} onRetry={() => recipesQuery.refetch()} />;
  const recipes = recipesQuery.data.pages.flatMap((page) => page.recipes);
  if (recipes.length === 0) return <NoRecipes q={q} />;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" p={0} m={0} aria-label="Your recipes">
        {recipes.map((recipe) => (
          <RecipeTile key={recipe.id} recipe={recipe} />
        ))}
      </SimpleGrid>
      {recipesQuery.hasNextPage && (
        <Button
          variant="default"
          loading={recipesQuery.isFetchingNextPage}
          onClick={() => recipesQuery.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Stack>
  );
}

function NoRecipes({ q }: { q: string }) {
  if (q) {
    return (
      <EmptyState
        title="No recipes match your search"
        action={<AnchorLink to="/cookbook">Show all recipes</AnchorLink>}
      >
        Each search term must match the start of a word in the title, ingredients, notes or tags.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Your cookbook is empty" action={<ButtonLink to="/mailbox">Send a recipe</ButtonLink>}>
      Recipes that you save from the mailbox appear here. If a page changes later, you choose which changes to
      accept.
    </EmptyState>
  );
}
