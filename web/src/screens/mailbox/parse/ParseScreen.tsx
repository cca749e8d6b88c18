import { Breadcrumbs } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { getHost } from "../../../parts/links/addresses";
import { AnchorLink, ButtonLink } from "../../../parts/links/links";
import { WebLink } from "../../../parts/links/WebLink";
import { getRecipe, type Parse, useMailboxStream, useParse } from "../../../parts/parses";
import { readRecipeDraft } from "../../../parts/recipe/useRecipeEditing";
import { Screen } from "../../../parts/shell/Screen";
import { getParseName } from "../parseText";
import { getDraftName, ParsedRecipe } from "./ParsedRecipe";
import { ParseOutcome } from "./ParseOutcome";

/** One parse: the recipe to correct and save, or the state of the parse. */
export function ParseScreen() {
  const { jobId } = useParams({ from: "/mailbox/$jobId" });
  const parse = useParse(jobId);
  useMailboxStream();
  return (
    <Screen
      title={parse.data ? getParseName(parse.data) : "Recipe"}
      lead={<ParseBreadcrumbs parse={parse.data} />}
      wide
    >
      {parse.isPending && <Loading rows={6} height={56} label="Loading the recipe" />}
      {parse.isError && (
        <Problem error={parse.error} title="Could not load the recipe" onRetry={() => parse.refetch()}>
          <ButtonLink to="/mailbox" size="xs" variant="default">
            Go to mailbox
          </ButtonLink>
        </Problem>
      )}
      {parse.data && <ParseDetail key={parse.data.id} parse={parse.data} />}
    </Screen>
  );
}

function ParseBreadcrumbs({ parse }: { parse: Parse | undefined }) {
  return (
    <Breadcrumbs separatorMargin={6} style={{ flexWrap: "wrap" }}>
      <AnchorLink to="/mailbox" size="sm">
        Mailbox
      </AnchorLink>
      {parse?.url ? <WebLink to={parse.url}>{getHost(parse.url)}</WebLink> : <span>Photo</span>}
    </Breadcrumbs>
  );
}

function ParseDetail({ parse }: { parse: Parse }) {
  const recipe = getRecipe(parse);
  const isOpen = parse.status === "COMPLETE" && parse.recipe_id === null;
  // A draft is still shown after another tab has saved or discarded the parse.
  if (recipe !== null && (isOpen || readRecipeDraft(getDraftName(parse.id)) !== null)) {
    return <ParsedRecipe parse={parse} recipe={recipe} />;
  }
  return <ParseOutcome parse={parse} recipe={recipe} />;
}
