import { Alert, Button, Group, List, Text } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError } from "../../api/client";
import { requireSignIn } from "../../api/session";
import {
  describeError,
  isSignInMissing,
  isUnknownAddress,
  listFieldErrors,
  suggestNextStep,
} from "./problemText";

interface Props {
  error: unknown;
  /** What failed: "Could not pause the job". */
  title?: string;
  onRetry?: () => void;
  /** In a sign-in form, a refused sign-in is shown with the server's message. */
  isAtSignIn?: boolean;
  children?: ReactNode;
}

/** An error with the server's message, and what to do about it. */
export function Problem({ error, title, onRetry, isAtSignIn = false, children }: Props) {
  const isOffline = error instanceof ApiError && error.status === 0;
  const fields = listFieldErrors(error);
  const needsSignIn = !isAtSignIn && isSignInMissing(error);
  const signInAndRetry = async () => {
    if (await requireSignIn()) onRetry?.();
  };
  return (
    <Alert
      role="alert"
      color={isOffline ? "yellow" : "red"}
      icon={isOffline ? <IconCloudOff aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title ?? (isOffline ? "Connection lost" : "Something went wrong")}
    >
      <Text size="sm">{isAtSignIn && error instanceof Error ? error.message : describeError(error)}</Text>
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
        {suggestNextStep(error)}
      </Text>
      <Group mt="xs" gap="xs">
        {needsSignIn && (
          <Button size="xs" variant="default" onClick={signInAndRetry}>
            Sign in
          </Button>
        )}
        {onRetry && !needsSignIn && !isUnknownAddress(error) && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Retry
          </Button>
        )}
        {children}
      </Group>
    </Alert>
  );
}
