import { Paper } from "@mantine/core";
import { Navigate } from "@tanstack/react-router";
import { useSession } from "../../api/session";
import { Screen } from "../../parts/shell/Screen";
import { SignInForm } from "../../parts/sign-in/SignInForm";

export function SignInScreen() {
  if (useSession() !== null) return <Navigate to="/" />;
  return (
    <Screen title="Sign in" lead="Your requests and results are private to your account.">
      <Paper withBorder p="lg" maw={420}>
        <SignInForm />
      </Paper>
    </Screen>
  );
}
