import { Alert } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { API_URL, ApiError } from "../../api/client";

const HEALTHY_POLL_MS = 20_000;
const UNREACHABLE_POLL_MS = 2_000;
const HEALTH = ["health"];

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(`${API_URL}/health`, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Checks the health at once when a request cannot reach the server, instead of at the next poll. */
function checkOnFailure(client: QueryClient): () => void {
  const onEvent = (event: { type: string; action?: { type: string; error?: unknown } }) => {
    const { type, error } = event.action ?? {};
    if (type !== "failed" && type !== "error") return;
    if (error instanceof ApiError && error.status === 0) {
      void client.refetchQueries({ queryKey: HEALTH }, { cancelRefetch: false });
    }
  };
  const unsubscribers = [
    client.getQueryCache().subscribe(onEvent),
    client.getMutationCache().subscribe(onEvent),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}

/** Shows a banner while the server cannot be reached. */
export function Connection() {
  const client = useQueryClient();
  useEffect(() => checkOnFailure(client), [client]);
  const health = useQuery({
    queryKey: HEALTH,
    queryFn: isReachable,
    networkMode: "always",
    refetchInterval: (query) => (query.state.data === false ? UNREACHABLE_POLL_MS : HEALTHY_POLL_MS),
  });
  if (health.data !== false) return null;
  return (
    <Alert color="yellow" role="status" icon={<IconCloudOff aria-hidden />} radius={0} py="xs">
      The server cannot be reached. What you typed is kept. The page reconnects automatically.
    </Alert>
  );
}
