import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { signOut, useSession } from "../../api/session";
import { notify } from "../../parts/feedback/notify";
import { Problem } from "../../parts/feedback/Problem";

export function RemoveAccount() {
  const email = useSession()?.user.email ?? "";
  const [typed, setTyped] = useState("");
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/user", { body: { email: typed } })),
    onSuccess: () => {
      signOut();
      notify("Your account and all of its data are deleted.");
    },
  });
  const isConfirmed = typed.trim().toLowerCase() === email;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate();
      }}
    >
      <Stack gap="xs">
        <Text size="sm">
          Your jobs, saved recipes, tokens and webhooks are deleted permanently. Signing in again creates a
          new, empty account.
        </Text>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={`Type ${email} to confirm`}
            value={typed}
            autoComplete="off"
            flex="1 1 260px"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" color="red" disabled={!isConfirmed} loading={remove.isPending}>
            Delete my account
          </Button>
        </Group>
        {remove.isError && <Problem error={remove.error} title="Could not delete your account" />}
      </Stack>
    </form>
  );
}
