import { Alert, Button, Group, Stack } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Loading } from "../../../parts/feedback/Loading";
import { localizeTimes } from "../../../parts/format/momentText";
import { ButtonLink } from "../../../parts/links/links";
import { isInProgress, type Parse } from "../../../parts/parses";
import type { RecipeData } from "../../../parts/recipe/recipeData";
import { RecordCard } from "../../../parts/record/RecordCard";
import { StatusBadge } from "../../../parts/status/StatusBadge";
import { WaitingNotice } from "../../../parts/status/Waiting";
import { parseWaitingMessage } from "../../../parts/status/waitingReason";
import { useCancel, useSendLink } from "../actions";
import { adviseOnFailure } from "../parseText";

/** The state of a parse that has nothing to save: in progress, saved, discarded, canceled or failed. */
export function ParseOutcome({ parse, recipe }: { parse: Parse; recipe: RecipeData | null }) {
  return (
    <Stack gap="md">
      <Group>
        <StatusBadge status={parse.status} />
      </Group>
      {isInProgress(parse.status) ? <InProgressNotice parse={parse} /> : <EndedNotice parse={parse} />}
      {recipe && <RecordCard kind="recipe" record={{ ...recipe }} />}
    </Stack>
  );
}

function InProgressNotice({ parse }: { parse: Parse }) {
  const cancel = useCancel();
  return (
    <>
      {parse.waiting_for ? (
        <WaitingNotice reason={parseWaitingMessage(parse.waiting_for)} />
      ) : (
        <Alert color="blue" role="status" title="Reading the recipe">
          The recipe appears here automatically.
        </Alert>
      )}
      <Group>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.ask(parse.id)}>
          Cancel
        </Button>
      </Group>
      <Loading rows={5} height={40} label="Reading the recipe" />
    </>
  );
}

function EndedNotice({ parse }: { parse: Parse }) {
  if (parse.recipe_id) {
    return (
      <Notice title="This page was re-fetched for a saved recipe">
        <RecipeLink id={parse.recipe_id}>Review the changes</RecipeLink>
      </Notice>
    );
  }
  switch (parse.status) {
    case "COMMITTED":
      return (
        <Notice title="Saved">
          {parse.saved_recipe_id ? (
            <RecipeLink id={parse.saved_recipe_id}>Open in cookbook</RecipeLink>
          ) : (
            "You deleted the recipe after saving it."
          )}
        </Notice>
      );
    case "ABANDONED":
      return (
        <Notice title="Discarded" action={<ResendButton url={parse.url} label="Send again" />}>
          {parse.url
            ? "You discarded it, or did not save it in time. To restore it, send the link again."
            : "You discarded it, or did not save it in time. To restore it, send the photo again."}
        </Notice>
      );
    case "CANCELED":
      return (
        <Notice title="Canceled" action={<ResendButton url={parse.url} label="Retry" />}>
          Nothing was read.
        </Notice>
      );
    default:
      return (
        <Notice
          title="Could not read the recipe"
          isBad
          action={<ResendButton url={parse.url} label="Retry" />}
        >
          {localizeTimes(parse.error_message ?? "Parsing failed.")}{" "}
          {adviseOnFailure(parse.error_code, parse.url === null)}
        </Notice>
      );
  }
}

interface NoticeProps {
  title: string;
  isBad?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

function Notice({ title, isBad = false, action, children }: NoticeProps) {
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

function ResendButton({ url, label }: { url: string | null; label: string }) {
  const navigate = useNavigate();
  const send = useSendLink((job) => navigate({ to: "/mailbox/$jobId", params: { jobId: job.id } }));
  if (url === null) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={send.isPending}
      onClick={() => send.mutate({ url, allowModel: true })}
    >
      {label}
    </Button>
  );
}
