import type { Tone } from "../../../parts/status/StateBadge";
import type { ProxyServer } from "../queries";

export function formatAddress({ protocol, username, host, port }: ProxyServer): string {
  const authority = host.includes(":") ? `[${host}]` : host;
  return `${protocol}://${username === null ? "" : `${username}@`}${authority}:${port}`;
}

export function getProxyState({ isActive, retryAt, failureCount }: ProxyServer): {
  tone: Tone;
  label: string;
} {
  if (!isActive)
    return retryAt === null ? { tone: "off", label: "Disabled" } : { tone: "error", label: "Failing" };
  return failureCount > 0
    ? { tone: "warning", label: "Enabled, recent failures" }
    : { tone: "ok", label: "Enabled" };
}
