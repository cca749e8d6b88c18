import type { Tone } from "../../../parts/status/StateBadge";
import type { ProxyServer } from "../queries";

type Address = Pick<ProxyServer, "protocol" | "username" | "host" | "port">;

export function formatAddress({ protocol, username, host, port }: Address): string {
  const authority = host.includes(":") ? `[${host}]` : host;
  return `${protocol}://${username === null ? "" : `${username}@`}${authority}:${port}`;
}

const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** An amount in the operator's currency, which Garner does not know. */
export const formatMoney = (amount: string | null): string =>
  amount === null ? "unknown" : money.format(Number(amount));

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
