import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { usePageFacts } from "../../api/pageFacts";
import { completeSignIn, getSession } from "../../api/session";
import { Loading } from "../feedback/Loading";
import { Problem } from "../feedback/Problem";
import { GoogleButton } from "./GoogleButton";

/** The sign-in methods of this server: Google, or an email address alone on the user's own machine. */
export function SignInForm() {
  const facts = usePageFacts();
  if (facts.isPending) return <Loading rows={2} label="Loading sign-in options" />;
  if (facts.isError) return <Problem error={facts.error} onRetry={() => facts.refetch()} />;
  const { google, local } = facts.data.signIn;
  return (
    <Stack>
      {google && <GoogleButton clientId={google} />}
      {local && <LocalSignIn />}
      {!google && !local && (
        <Text size="sm">
          Sign-in is not set up on this server. Its operator can set a Google client ID (
          <code>GARNER_GOOGLE_CLIENT_ID</code>) or run Garner on the same machine as the browser. See the{" "}
          <Anchor href="/docs">documentation</Anchor>.
        </Text>
      )}
    </Stack>
  );
}

function LocalSignIn() {
  const [email, setEmail] = useState(() => getSession()?.user.email ?? "");
  const signIn = useMutation({
    mutationFn: () => unwrap(api.POST("/auth/local", { body: { email: email.trim() } })),
    onSuccess: completeSignIn,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Email address"
          description="This server runs on your own machine, so no password is needed. No email is sent."
          type="email"
          name="email"
          autoComplete="email"
          placeholder="you@example.com"
          required
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {signIn.isError && <Problem error={signIn.error} title="Could not sign you in" isAtSignIn />}
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
