import { Breadcrumbs } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { hostOf } from "../../../parts/links/addresses";
import { AnchorLink, ButtonLink } from "../../../parts/links/links";
import { WebLink } from "../../../parts/links/WebLink";
import { type Parse, recipeOf, useMailboxStream, useParse } from "../../../parts/parses";
import { keptDraft } from "../../../parts/recipe/useRecipeEditing";
import { Screen } from "../../../parts/shell/Screen";
import { nameOf } from "../words";
import { draftName, ParsedRecipe } from "./ParsedRecipe";
import { WithoutRecipe } from "./WithoutRecipe";

/** One parse: what was found beside what its page says, to be mended and saved. */
export function ParsedScreen() {
  const { jobId } = useParams({ from: "/mailbox/$jobId" });
  const parse = useParse(jobId);
  useMailboxStream();
  return (
    <Screen title={parse.data ? nameOf(parse.data) : "A parse"} lead={<Where parse={parse.data} />} wide>
      {parse.isPending && <Loading rows={6} height={56} label="Loading the parse" />}
      {parse.isError && (
        <Problem error={parse.error} title="This parse cannot be shown" onRetry={() => parse.refetch()}>
          <ButtonLink to="/mailbox" size="xs" variant="default">
            Go to the mailbox
          </ButtonLink>
        </Problem>
      )}
      {parse.data && <Parsed key={parse.data.id} parse={parse.data} />}
    </Screen>
  );
}

function Where({ parse }: { parse: Parse | undefined }) {
  return (
    <Breadcrumbs separatorMargin={6} style={{ flexWrap: "wrap" }}>
      <AnchorLink to="/mailbox" size="sm">
        Mailbox
      </AnchorLink>
      {parse?.url ? <WebLink to={parse.url}>{hostOf(parse.url)}</WebLink> : <span>A photo</span>}
    </Breadcrumbs>
  );
}

function Parsed({ parse }: { parse: Parse }) {
  const recipe = recipeOf(parse);
  const isOpen = parse.status === "COMPLETE" && parse.recipe_id === null;
  // What somebody had begun to edit is still shown when another tab was faster.
  if (recipe !== null && (isOpen || keptDraft(draftName(parse.id)) !== null)) {
    return <ParsedRecipe parse={parse} recipe={recipe} />;
  }
  return <WithoutRecipe parse={parse} recipe={recipe} />;
}
