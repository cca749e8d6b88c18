// Labels and descriptions of a site's lane.
import { formatDecimal, formatDuration } from "../../../parts/format/numbers";
import type { Tone } from "../../../parts/status/StateBadge";
import type { Domain } from "../queries";

/** The most important state of a lane. */
export function getLaneState(domain: Domain, now: number): { tone: Tone; label: string } {
  if (!domain.isActive) return { tone: "off", label: "Disabled" };
  if (domain.pausedAt !== null) return { tone: "paused", label: "Paused" };
  if (domain.breaker.state === "open") return { tone: "error", label: "Breaker open" };
  if (domain.breaker.state === "half_open") return { tone: "warning", label: "Breaker half-open" };
  if (domain.notBefore !== null && Date.parse(domain.notBefore) > now)
    return { tone: "waiting", label: "Asked to wait" };
  if (domain.throttleSeconds > 0) return { tone: "waiting", label: "Throttled" };
  return domain.inFlight > 0 ? { tone: "busy", label: "Fetching" } : { tone: "ok", label: "Ready" };
}

export function describeDelay({ crawlDelaySeconds, robotsDelaySeconds }: Domain): string {
  const own = crawlDelaySeconds === null ? "default" : formatSeconds(crawlDelaySeconds);
  return robotsDelaySeconds > (crawlDelaySeconds ?? 0)
    ? `${own}, robots.txt: ${formatSeconds(robotsDelaySeconds)}`
    : own;
}

export function describeBreaker(domain: Domain, now: number): string {
  const { breaker, lastSuccessAt } = domain;
  const cause = breaker.cause ? ` Last failure: ${breaker.cause.replaceAll("_", " ")}.` : "";
  if (breaker.state === "closed") {
    const isStopped = !domain.isActive || domain.pausedAt !== null;
    if (isStopped && breaker.failures === 0) return "No requests are sent.";
    if (breaker.failures === 0)
      return `The breaker is closed. ${lastSuccessAt === null ? "Requests are allowed" : "The site responds"}.`;
    return `The breaker is closed. Failures in a row: ${breaker.failures}.${cause}`;
  }
  const since = breaker.openedAt ? formatDuration((now - Date.parse(breaker.openedAt)) / 1000) : "a while";
  if (breaker.state === "half_open")
    return `The breaker has been open for ${since}. The next request is a probe: if it succeeds, the breaker closes.${cause}`;
  const left = breaker.openUntil ? formatDuration((Date.parse(breaker.openUntil) - now) / 1000) : "a while";
  return `The breaker has been open for ${since}. No requests are sent. Next probe in ${left}.${cause}`;
}

export const formatSeconds = (value: number): string => `${formatDecimal(value)} s`;
