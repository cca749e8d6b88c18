import { Paper, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useSession } from "../../api/session";
import { Screen } from "../../parts/shell/Screen";
import { SignInForm } from "../../parts/sign-in/SignInForm";
import { Account } from "./Account";
import { ApiTokens } from "./ApiTokens";
import { Appearance } from "./Appearance";
import { KeyboardShortcuts } from "./KeyboardShortcuts";
import { RemoveAccount } from "./RemoveAccount";
import { Webhooks } from "./Webhooks";

export function SettingsScreen() {
  const isSignedIn = useSession() !== null;
  return (
    <Screen title="Settings">
      <Stack gap="lg" maw={820}>
        <Section title="Appearance">
          <Appearance />
        </Section>
        {isSignedIn ? <UserSections /> : <SignInSection />}
        <Section title="Keyboard shortcuts">
          <KeyboardShortcuts />
        </Section>
      </Stack>
    </Screen>
  );
}

function UserSections() {
  return (
    <>
      <Section title="Account">
        <Account />
      </Section>
      <Section title="API tokens">
        <ApiTokens />
      </Section>
      <Section title="Webhooks">
        <Webhooks />
      </Section>
      <Section title="Delete account">
        <RemoveAccount />
      </Section>
    </>
  );
}

function SignInSection() {
  return (
    <Section title="Account">
      <SignInForm />
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" aria-label={title} withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
