import { Modal, Text } from "@mantine/core";
import { declineSignIn, useSession, useSignInRequested } from "../../api/session";
import { SignInForm } from "./SignInForm";

/** Opens when a request needs a signed-in user; the request continues after the sign-in. */
export function SignInDialog() {
  const isOpen = useSignInRequested();
  const session = useSession();
  return (
    <Modal opened={isOpen} onClose={declineSignIn} title="Sign in to continue" centered>
      <Text size="sm" mb="md">
        {session
          ? "Your session has expired. Nothing you typed is lost; sign in to continue where you left off."
          : "Your requests and results are private to your account."}
      </Text>
      <SignInForm />
    </Modal>
  );
}
