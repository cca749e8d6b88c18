import { Alert, Button, Group, List, Text } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError } from "../api/client";
import { signInFirst } from "../api/session";

interface Props {
  error: unknown;
  /** What could not be done, for whoever did not see it coming: "The job could not be paused." */
  title?: string;
  onRetry?: () => void;
  /** Where somebody is signing in, a refusal is told in its own words. */
  isAtSignIn?: boolean;
  children?: ReactNode;
}

/** What went wrong in the server's words, and what to do about it. */
export function Problem({ error, title, onRetry, isAtSignIn = false, children }: Props) {
  const away = error instanceof ApiError && error.status === 0;
  const fields = fieldsToTell(error);
  const needsSignIn = !isAtSignIn && isSignInMissing(error);
  const signInAndRetry = async () => {
    if (await signInFirst()) onRetry?.();
  };
  return (
    <Alert
      role="alert"
      color={away ? "yellow" : "red"}
      icon={away ? <IconCloudOff aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title ?? (away ? "The connection is lost" : "That did not work")}
    >
      <Text size="sm">{isAtSignIn && error instanceof Error ? error.message : sentence(error)}</Text>
      {fields.length > 0 && (
        <List size="sm" mt="xs">
          {fields.map(({ field, reason }) => (
            <List.Item key={field}>
              <b>{field}</b>: {reason}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm" mt={4}>
        {nextStep(error)}
      </Text>
      <Group mt="xs" gap="xs">
        {needsSignIn && (
          <Button size="xs" variant="default" onClick={signInAndRetry}>
            Sign in
          </Button>
        )}
        {onRetry && !needsSignIn && !isNowhere(error) && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {children}
      </Group>
    </Alert>
  );
}

// What addresses of screens are made of.
const IN_THE_ADDRESS = ["itemId", "jobId", "job_id", "recipe_id"];

/** Whether an address leads nowhere: what stands in it could not be the name of anything. */
function isNowhere(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 422 &&
    error.fields.length > 0 &&
    error.fields.every(({ field }) => IN_THE_ADDRESS.includes(field))
  );
}

function isSignInMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** What the sentence has not said already. */
function fieldsToTell(error: unknown): ApiError["fields"] {
  if (!(error instanceof ApiError) || isNowhere(error)) return [];
  return error.fields.filter(({ reason }) => !error.message.includes(reason));
}

export function sentence(error: unknown): string {
  if (isSignInMissing(error)) return "You are not signed in.";
  if (isNowhere(error)) return "There is nothing at this address.";
  return error instanceof Error ? error.message : "Something went wrong.";
}

function nextStep(error: unknown): string | null {
  if (!(error instanceof ApiError)) return "Load the page again; if it stays, the server's log tells more.";
  switch (error.status) {
    case 0:
      return "What you typed is kept. It goes on by itself when the server is back.";
    case 404:
      return "It may have been removed, or belong to somebody else.";
    case 409:
    case 412:
      return "Somebody, or another tab, was faster. Look at what is there now, and try again.";
    case 413:
      return "Split it, and send the parts one after the other.";
    case 429:
      return "Wait a little; it is tried again by itself.";
    case 503:
      return "The server is busy or its database away; try again in a moment.";
    default:
      return null;
  }
}
