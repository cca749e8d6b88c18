// What the server tells without being asked. A stream that breaks is opened anew, from where it was; meanwhile whoever
// uses it may ask by itself.
import { useEffect, useRef, useState } from "react";
import { API_URL, api, told } from "./client";

export type StreamState = "connecting" | "live" | "reconnecting";

const LONGEST_WAIT_MS = 20_000;

interface Options {
  /** The names of the events, and what to do with each. */
  on: Record<string, (data: unknown) => void>;
  enabled?: boolean;
  /** What the query calls the last event that was seen. */
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
    let over = false;
    let failures = 0;
    let lastSeen: string | null = null;

    const again = () => {
      source?.close();
      if (over) return;
      failures += 1;
      setState("reconnecting");
      timer = setTimeout(open, Math.min(500 * 2 ** failures, LONGEST_WAIT_MS) * (0.7 + Math.random() * 0.6));
    };

    const open = async () => {
      try {
        const { token } = await told(api.POST("/api/stream-token"));
        if (over) return;
        const query = new URLSearchParams({ token });
        if (lastSeen !== null) query.set(lastSeenName, lastSeen);
        source = new EventSource(`${API_URL}${path}?${query}`);
      } catch {
        again();
        return;
      }
      source.onopen = () => {
        failures = 0;
        setState("live");
      };
      // By itself it would come back with a token that is no longer good.
      source.onerror = again;
      for (const name of Object.keys(handlers.current)) {
        source.addEventListener(name, (event: MessageEvent<string>) => {
          if (event.lastEventId) lastSeen = event.lastEventId;
          handlers.current[name]?.(JSON.parse(event.data));
        });
      }
    };

    open();
    return () => {
      over = true;
      clearTimeout(timer);
      source?.close();
    };
  }, [path, enabled, lastSeenName]);

  return state;
}
