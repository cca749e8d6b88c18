import { Modal, Text } from "@mantine/core";
import { declineSignIn, useSession, useSignInAsked } from "../../api/session";
import { SignInForm } from "./SignInForm";

/** Opens over whatever is being done when that needs a sign-in, and lets it go on afterwards. */
export function SignInDialog() {
  const isAsked = useSignInAsked();
  const before = useSession();
  return (
    <Modal opened={isAsked} onClose={declineSignIn} title="Sign in to go on" centered>
      <Text size="sm" mb="md">
        {before
          ? "Your sign-in has run out. Nothing that you typed is lost: it goes on where it was."
          : "What you send and what becomes of it is yours alone, so Garner has to know who you are."}
      </Text>
      <SignInForm />
    </Modal>
  );
}
