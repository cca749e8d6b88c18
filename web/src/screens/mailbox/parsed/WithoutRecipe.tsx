import { Alert, Button, Group, Stack } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Loading } from "../../../parts/feedback/Loading";
import { localizeTimes } from "../../../parts/format/momentText";
import { ButtonLink } from "../../../parts/links/links";
import { isUnderWay, type Parse } from "../../../parts/parses";
import type { RecipeData } from "../../../parts/recipe/data";
import { RecordCard } from "../../../parts/record/RecordCard";
import { StatusBadge } from "../../../parts/status/StatusBadge";
import { WaitingNotice } from "../../../parts/status/Waiting";
import { parseWaitingMessage } from "../../../parts/status/waitingReason";
import { useCancel, useSendLink } from "../acts";
import { whyItFailed } from "../words";

/** A parse that there is nothing to save of: not yet, not any more, or never. */
export function WithoutRecipe({ parse, recipe }: { parse: Parse; recipe: RecipeData | null }) {
  return (
    <Stack gap="md">
      <Group>
        <StatusBadge status={parse.status} />
      </Group>
      {isUnderWay(parse.status) ? <UnderWay parse={parse} /> : <Ended parse={parse} />}
      {recipe && <RecordCard kind="recipe" record={{ ...recipe }} />}
    </Stack>
  );
}

function UnderWay({ parse }: { parse: Parse }) {
  const cancel = useCancel();
  return (
    <>
      {parse.waiting_for ? (
        <WaitingNotice reason={parseWaitingMessage(parse.waiting_for)} />
      ) : (
        <Alert color="blue" role="status" title="It is being read">
          The recipe appears here by itself as soon as it is there.
        </Alert>
      )}
      <Group>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.ask(parse.id)}>
          Cancel
        </Button>
      </Group>
      <Loading rows={5} height={40} label="The recipe is being read" />
    </>
  );
}

function Ended({ parse }: { parse: Parse }) {
  if (parse.recipe_id) {
    return (
      <Told title="This was read for a recipe that you have saved">
        <RecipeLink id={parse.recipe_id}>See what its page has changed</RecipeLink>
      </Told>
    );
  }
  switch (parse.status) {
    case "COMMITTED":
      return (
        <Told title="It is saved">
          {parse.saved_recipe_id ? (
            <RecipeLink id={parse.saved_recipe_id}>Open it in your cookbook</RecipeLink>
          ) : (
            "You have deleted the recipe since."
          )}
        </Told>
      );
    case "ABANDONED":
      return (
        <Told title="It was dropped" action={<SendAgain url={parse.url} />}>
          {parse.url
            ? "Nobody saved it in time, or you dropped it. Sending the link again brings it back."
            : "Nobody saved it in time, or you dropped it. Send the photo again to have it back."}
        </Told>
      );
    case "CANCELED":
      return (
        <Told title="It was canceled" action={<SendAgain url={parse.url} />}>
          Nothing was read for it.
        </Told>
      );
    default:
      return (
        <Told title="There is no recipe" isBad action={<SendAgain url={parse.url} />}>
          {localizeTimes(parse.error_message ?? "It failed.")}{" "}
          {whyItFailed(parse.error_code, parse.url === null)}
        </Told>
      );
  }
}

interface ToldProps {
  title: string;
  isBad?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

function Told({ title, isBad = false, action, children }: ToldProps) {
  return (
    <Alert color={isBad ? "red" : "gray"} role="status" title={title}>
      <Stack gap="xs" align="flex-start">
        <div>{children}</div>
        {action}
      </Stack>
    </Alert>
  );
}

function RecipeLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <ButtonLink to="/cookbook/$recipeId" params={{ recipeId: id }} size="xs">
      {children}
    </ButtonLink>
  );
}

function SendAgain({ url }: { url: string | null }) {
  const navigate = useNavigate();
  const send = useSendLink((job) => navigate({ to: "/mailbox/$jobId", params: { jobId: job.id } }));
  if (url === null) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={send.isPending}
      onClick={() => send.mutate({ url, mayAskModel: true })}
    >
      Send the link again
    </Button>
  );
}
