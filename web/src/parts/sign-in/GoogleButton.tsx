import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, unwrap } from "../../api/client";
import { completeSignIn } from "../../api/session";
import { Problem } from "../feedback/Problem";

const SCRIPT = "https://accounts.google.com/gsi/client";

interface GoogleIdentity {
  initialize(options: { client_id: string; callback: (answer: { credential: string }) => void }): void;
  renderButton(parent: HTMLElement, options: { theme: string; size: string }): void;
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } };
  }
}

/** Google's sign-in button. It returns a token that the server verifies. */
export function GoogleButton({ clientId }: { clientId: string }) {
  const container = useRef<HTMLDivElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const { mutate, isError, error } = useMutation({
    mutationFn: (token: string) => unwrap(api.POST("/auth/google", { body: { token } })),
    onSuccess: completeSignIn,
  });

  useEffect(() => {
    let isUnmounted = false;
    loadScript()
      .then((identity) => {
        if (isUnmounted || container.current === null) return;
        identity.initialize({ client_id: clientId, callback: ({ credential }) => mutate(credential) });
        identity.renderButton(container.current, { theme: "outline", size: "large" });
      })
      .catch(() => setBlocked(true));
    return () => {
      isUnmounted = true;
    };
  }, [clientId, mutate]);

  return (
    <>
      <div ref={container} style={{ minHeight: 44 }} />
      {isBlocked && (
        <Problem
          error={
            new Error(
              "Google sign-in could not be loaded. A browser extension or the network may be blocking it.",
            )
          }
        />
      )}
      {isError && <Problem error={error} title="Could not sign you in" isAtSignIn />}
    </>
  );
}

function loadScript(): Promise<GoogleIdentity> {
  if (window.google) return Promise.resolve(window.google.accounts.id);
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.onload = () => (window.google ? resolve(window.google.accounts.id) : reject(new Error("empty")));
    script.onerror = reject;
    document.head.append(script);
  });
}
