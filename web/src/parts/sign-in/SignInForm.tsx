import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, told } from "../../api/client";
import { usePageFacts } from "../../api/facts";
import { session, signedIn } from "../../api/session";
import { Loading } from "../feedback/Loading";
import { Problem } from "../feedback/Problem";
import { GoogleButton } from "./GoogleButton";

/** The ways in that this server has: Google, or an address alone on a machine of one's own. */
export function SignInForm() {
  const facts = usePageFacts();
  if (facts.isPending) return <Loading rows={2} label="Asking how one signs in here" />;
  if (facts.isError) return <Problem error={facts.error} onRetry={() => facts.refetch()} />;
  const { google, local } = facts.data.signIn;
  return (
    <Stack>
      {google && <GoogleButton clientId={google} />}
      {local && <LocalSignIn />}
      {!google && !local && (
        <Text size="sm">
          Nobody can sign in here yet. Whoever runs this server sets a Google client (
          <code>GARNER_GOOGLE_CLIENT_ID</code>), or serves it on their own machine; see the{" "}
          <Anchor href="/docs">documentation</Anchor>.
        </Text>
      )}
    </Stack>
  );
}

function LocalSignIn() {
  const [email, setEmail] = useState(() => session()?.user.email ?? "");
  const signIn = useMutation({
    mutationFn: () => told(api.POST("/auth/local", { body: { email: email.trim() } })),
    onSuccess: signedIn,
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
          label="Your e-mail address"
          description="This server runs on your own machine: no password, nothing is sent to the address."
          type="email"
          name="email"
          autoComplete="email"
          placeholder="you@example.com"
          required
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {signIn.isError && <Problem error={signIn.error} title="You could not be signed in" isAtSignIn />}
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
