// A site's lane in words.
import { decimal, duration } from "../../../parts/format/numbers";
import type { Tone } from "../parts/Sign";
import type { Domain } from "../queries";

/** The most telling thing about a lane. */
export function stateOf(domain: Domain, now: number): { tone: Tone; word: string } {
  if (!domain.isActive) return { tone: "off", word: "Switched off" };
  if (domain.pausedAt !== null) return { tone: "paused", word: "Paused" };
  if (domain.breaker.state === "open") return { tone: "fails", word: "Breaker open" };
  if (domain.breaker.state === "half_open") return { tone: "warns", word: "Breaker half open" };
  if (domain.notBefore !== null && Date.parse(domain.notBefore) > now)
    return { tone: "waits", word: "Asked to wait" };
  if (domain.throttleSeconds > 0) return { tone: "waits", word: "Slowed down" };
  return domain.inFlight > 0
    ? { tone: "busy", word: "Being fetched" }
    : { tone: "well", word: "Breaker closed" };
}

export function delayOf({ crawlDelaySeconds, robotsDelaySeconds }: Domain): string {
  const own = crawlDelaySeconds === null ? "default" : seconds(crawlDelaySeconds);
  return robotsDelaySeconds > (crawlDelaySeconds ?? 0)
    ? `${own}, robots.txt: ${seconds(robotsDelaySeconds)}`
    : own;
}

export function breakerInWords({ breaker, lastSuccessAt }: Domain, now: number): string {
  const cause = breaker.cause ? ` The last failure: ${breaker.cause.replaceAll("_", " ")}.` : "";
  if (breaker.state === "closed") {
    if (breaker.failures === 0)
      return `The breaker is closed: the site ${lastSuccessAt === null ? "may be called" : "answers"}.`;
    return `The breaker is closed; the last ${breaker.failures} in a row failed.${cause}`;
  }
  const since = breaker.openedAt ? duration((now - Date.parse(breaker.openedAt)) / 1000) : "a while";
  if (breaker.state === "half_open")
    return `The breaker is open since ${since}, and the next page is the probe: if it goes well, the breaker closes.${cause}`;
  const left = breaker.openUntil ? duration((Date.parse(breaker.openUntil) - now) / 1000) : "a while";
  return `The breaker is open since ${since}: the site is not called. The next probe goes in ${left}.${cause}`;
}

export const seconds = (value: number): string => `${decimal(value)} s`;
