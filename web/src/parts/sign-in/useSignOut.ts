import { useNavigate } from "@tanstack/react-router";
import { removeStoredSession, signOut } from "../../api/session";

/** Leaves the current screen before signing out; otherwise it would request the user's data once more. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    removeStoredSession();
    await navigate({ to: "/" });
    signOut();
  };
}
