import { useEffect } from "react";
import { api, unwrap } from "./client";
import { completeSignIn, getSession, useSession } from "./session";

const LIFETIME_SHARE = 0.75;
const MIN_DELAY_MS = 5_000;

/** Renews the session before it expires, while the page is open. */
export function useSessionRenewal(): void {
  const expiresAt = useSession()?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const left = expiresAt - Date.now();
    if (left <= 0) return; // expired: the next request asks for a sign-in
    const renew = () => {
      const renewed = getSession()?.token;
      // A failure is harmless: the next request that needs the session asks for a sign-in.
      unwrap(api.POST("/auth/refresh")).then(
        (answer) => {
          // The user may have signed out, or another user signed in, in the meantime.
          if (getSession()?.token === renewed) completeSignIn(answer);
        },
        () => undefined,
      );
    };
    const timer = setTimeout(renew, Math.max(MIN_DELAY_MS, left * LIFETIME_SHARE));
    return () => clearTimeout(timer);
  }, [expiresAt]);
}
