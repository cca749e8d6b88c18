import { useEffect } from "react";
import { api, told } from "./client";
import { session, signedIn, useSession } from "./session";

const SHARE_OF_LIFE = 0.75;
const SHORTEST_MS = 5_000;

/** Renews the sign-in before it runs out, for as long as the page is open. */
export function useRenewal(): void {
  const expiresAt = useSession()?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const left = expiresAt - Date.now();
    if (left <= 0) return; // the next request asks for a sign-in
    const renew = () => {
      const renewed = session()?.token;
      // One that fails is no harm: the next request that needs it asks for a sign-in.
      told(api.POST("/auth/refresh")).then(
        (answer) => {
          // Meanwhile they may have signed out, or somebody else in.
          if (session()?.token === renewed) signedIn(answer);
        },
        () => undefined,
      );
    };
    const timer = setTimeout(renew, Math.max(SHORTEST_MS, left * SHARE_OF_LIFE));
    return () => clearTimeout(timer);
  }, [expiresAt]);
}
