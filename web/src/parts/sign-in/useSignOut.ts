import { useNavigate } from "@tanstack/react-router";
import { forgetKept, signOut } from "../../api/session";

/** Leaves the screen first: what it shows belongs to whoever signs out, and it would ask for it once more. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    forgetKept();
    await navigate({ to: "/" });
    signOut();
  };
}
