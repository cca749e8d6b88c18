import { Alert } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { API_URL, ApiError } from "../../api/client";

const CALM_MS = 20_000;
const WORRIED_MS = 2_000;
const HEALTH = ["health"];

async function isThere(): Promise<boolean> {
  try {
    return (await fetch(`${API_URL}/health`, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Whoever cannot reach the server is the first to know; nobody waits for the next look. */
function lookWhenSomethingFails(client: QueryClient): () => void {
  const onEvent = (event: { type: string; action?: { type: string; error?: unknown } }) => {
    const { type, error } = event.action ?? {};
    if (type !== "failed" && type !== "error") return;
    if (error instanceof ApiError && error.status === 0) {
      void client.refetchQueries({ queryKey: HEALTH }, { cancelRefetch: false });
    }
  };
  const endings = [client.getQueryCache().subscribe(onEvent), client.getMutationCache().subscribe(onEvent)];
  return () => {
    for (const end of endings) end();
  };
}

/** Says that the server is away, and stops saying so when it is back. */
export function Connection() {
  const client = useQueryClient();
  useEffect(() => lookWhenSomethingFails(client), [client]);
  const health = useQuery({
    queryKey: HEALTH,
    queryFn: isThere,
    networkMode: "always",
    refetchInterval: (query) => (query.state.data === false ? WORRIED_MS : CALM_MS),
  });
  if (health.data !== false) return null;
  return (
    <Alert color="yellow" role="status" icon={<IconCloudOff aria-hidden />} radius={0} py="xs">
      The server cannot be reached. What you typed is kept, and the page goes on by itself when it is back.
    </Alert>
  );
}
