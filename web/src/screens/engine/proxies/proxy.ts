import type { Tone } from "../parts/Sign";
import type { WayOut } from "../queries";

export function addressOf({ protocol, username, host, port }: WayOut): string {
  const named = host.includes(":") ? `[${host}]` : host;
  return `${protocol}://${username === null ? "" : `${username}@`}${named}:${port}`;
}

export function stateOf({ isActive, retryAt, failureCount }: WayOut): { tone: Tone; word: string } {
  if (!isActive) return retryAt === null ? { tone: "off", word: "Off" } : { tone: "fails", word: "Failing" };
  return failureCount > 0 ? { tone: "warns", word: "On, failed lately" } : { tone: "well", word: "On" };
}
