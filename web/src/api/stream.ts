// Server-sent events. A broken stream is reopened after the last event received; meanwhile its user may poll.
import { useEffect, useRef, useState } from "react";
import { API_URL, api, unwrap } from "./client";

export type StreamState = "connecting" | "live" | "reconnecting";

const MAX_WAIT_MS = 20_000;

interface Options {
  /** A handler for each name of an event. */
  on: Record<string, (data: unknown) => void>;
  enabled?: boolean;
  /** The query parameter of the last event received. */
  lastSeenName?: "lastSeen" | "last_seen";
}

export function useStream(
  path: string,
  { on, enabled = true, lastSeenName = "lastSeen" }: Options,
): StreamState {
  const [state, setState] = useState<StreamState>("connecting");
  const handlers = useRef(on);
  handlers.current = on;

  useEffect(() => {
    if (!enabled) return;
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    let failures = 0;
    let lastSeen: string | null = null;

    const reconnect = () => {
      source?.close();
      if (isClosed) return;
      failures += 1;
      setState("reconnecting");
      timer = setTimeout(open, Math.min(500 * 2 ** failures, MAX_WAIT_MS) * (0.7 + Math.random() * 0.6));
    };

    const open = async () => {
      try {
        const { token } = await unwrap(api.POST("/api/stream-token"));
        if (isClosed) return;
        const query = new URLSearchParams({ token });
        if (lastSeen !== null) query.set(lastSeenName, lastSeen);
        source = new EventSource(`${API_URL}${path}?${query}`);
      } catch {
        reconnect();
        return;
      }
      source.onopen = () => {
        failures = 0;
        setState("live");
      };
      // The browser would reconnect with a token that has expired.
      source.onerror = reconnect;
      for (const name of Object.keys(handlers.current)) {
        source.addEventListener(name, (event: MessageEvent<string>) => {
          if (event.lastEventId) lastSeen = event.lastEventId;
          handlers.current[name]?.(JSON.parse(event.data));
        });
      }
    };

    open();
    return () => {
      isClosed = true;
      clearTimeout(timer);
      source?.close();
    };
  }, [path, enabled, lastSeenName]);

  return state;
}
