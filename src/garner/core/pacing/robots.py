"""The rules and the crawl delay of a site's robots.txt (RFC 9309).

Protego parses patterns, percent-encodings, delays and the common misspellings. This module adds what it leaves open:

* Our group. A group is ours when its product token equals ours; protego would also take `g` for Garner.
* Untrusted input. A file of ten thousand agents, each with ten thousand rules, takes protego hours, since it gives
  every rule to every agent of its group. So protego gets only the lines of our group, or else of the `*` group: the
  cost is linear in the bounded size of the file.
* A missing file. A site that answers that there is none allows everything; a site that cannot be reached is not fetched
  until it can.

The database stores the text, independent of the reading agent; a worker caches only the lines of its own group, which
are few in most of the large files.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from protego import Protego

from garner.core.pacing.outcome import asks_to_slow_down

MAX_FILE_BYTES = 500 * 1024  # bytes; the RFC allows ignoring the rest
LARGE_FILE = 4 * 1024
MIN_LIFETIME_SECONDS = 5 * 60.0
MAX_LIFETIME_SECONDS = 24 * 3600.0
MAX_DELAY_SECONDS = 300.0
RETRY_SECONDS = 5.0
MAX_RETRY_SECONDS = 3600.0
ANY_AGENT = "*"

_PRODUCT = re.compile(r"[a-z0-9_-]+")
_COMPATIBLE = re.compile(r"mozilla/\S+ \(compatible; *")
_AGENT_LINE = re.compile(r"user[- ]?agent\s*(?::|\s)\s*(.*)", re.IGNORECASE)
_RULE_LINE = re.compile(r"(?:allow|dis+al+[ao]w|diasllow)\s*(?::|\s)", re.IGNORECASE)
_PACE_LINE = re.compile(r"(?:crawl[- ]delay|request[- ]rate|visit[- ]time)\s*(?::|\s)", re.IGNORECASE)
_MAX_AGE = re.compile(r"\bmax-age\s*=\s*\"?(\d{1,9})")
_UNCACHED = re.compile(r"\bno-(?:store|cache)\b")


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The rules of a site for us. Only `text` and the user agent are stored: `read_rules` rebuilds the rest."""

    text: str  # bounded, and without characters that PostgreSQL cannot store
    ours: str  # the lines that apply to us
    product: str  # the token that selects the group
    delay_seconds: float  # between requests; 0 if the file asks for none
    warning: str | None = None
    asked_seconds: float = 0.0  # the delay in the file, not capped

    def allows(self, url: str) -> bool:
        try:
            return _parse_cached(self.ours).can_fetch(url, self.product)
        except ValueError:  # a URL that cannot be parsed cannot be fetched either
            return False


@dataclass(frozen=True, slots=True)
class RobotsUnreachable:
    """An unknown permission: nothing is fetched until the file, or its absence, has been seen."""

    reason: str
    retry_seconds: float
    slows_down: bool = False  # the site asks for fewer requests


def parse_robots(
    status: int | None,
    body: bytes,
    user_agent: str,
    *,
    retry_after: float | None = None,
    max_delay: float = MAX_DELAY_SECONDS,
) -> RobotsRules | RobotsUnreachable:
    """Interpret the answer to a request for `/robots.txt`; `status` is None if there was no answer."""
    if status is None:
        return RobotsUnreachable("no answer", _retry_seconds(retry_after))
    # A request to slow down does not mean that there are no rules.
    slows_down = asks_to_slow_down(status, retry_after)
    if status >= 500 or slows_down:
        return RobotsUnreachable(f"HTTP {status}", _retry_seconds(retry_after), slows_down)
    if not 200 <= status < 300:
        return read_rules("", user_agent)
    return read_rules(as_text(body), user_agent, max_delay=max_delay)


def undecodable(reason: str) -> RobotsUnreachable:
    """Return the result for a file that exists and cannot be decoded, which permits nothing."""
    return RobotsUnreachable(reason.rstrip("."), RETRY_SECONDS)


def read_rules(text: str, user_agent: str, *, max_delay: float = MAX_DELAY_SECONDS) -> RobotsRules:
    """Parse the rules of a stored text, or of one that `as_text` returned."""
    product = product_token(user_agent)
    ours = "\n".join(_own_lines(text, product))
    asked = _asked_delay(_parse_cached(ours), product)
    return RobotsRules(text, ours, product, min(asked, max_delay), _warning(text), asked)


def as_text(body: bytes) -> str:
    """Return the part of the file that counts, whole lines only, in a form that PostgreSQL can store."""
    if len(body) > MAX_FILE_BYTES:
        body = body[:MAX_FILE_BYTES].rpartition(b"\n")[0]
    return body.decode("utf-8", "replace").lstrip("\ufeff").replace("\x00", "")


def product_token(user_agent: str) -> str:
    """Return `garner` for `Garner/0.1 (+https://example.org)` and for `Mozilla/5.0 (compatible; Garner/0.1)`."""
    named = _PRODUCT.match(_COMPATIBLE.sub("", user_agent.strip().lower(), count=1))
    return named[0] if named else ANY_AGENT


def lifetime_seconds(cache_control: str | None) -> float:
    """Return how long the rules are valid: a day, or less if the answer's Cache-Control says so."""
    directives = (cache_control or "").lower()
    if _UNCACHED.search(directives):
        return MIN_LIFETIME_SECONDS
    age = _MAX_AGE.search(directives)
    return MAX_LIFETIME_SECONDS if age is None else _within(float(age[1]), MIN_LIFETIME_SECONDS, MAX_LIFETIME_SECONDS)


def _retry_seconds(retry_after: float | None) -> float:
    return _within(retry_after or 0.0, RETRY_SECONDS, MAX_RETRY_SECONDS)


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _asked_delay(rules: Protego, product: str) -> float:
    rate = rules.request_rate(product)
    # Cap the numbers before dividing: those of a rate may have thousands of digits.
    per_request = 0.0 if rate is None else min(rate.seconds, 10**9) / min(rate.requests, 10**9)
    return max(rules.crawl_delay(product) or 0.0, per_request)


def _warning(text: str) -> str | None:
    readable = any(_AGENT_LINE.match(line) for line in _lines(text))
    return None if readable or not text.strip() else "robots.txt contains no readable rules; everything is allowed."


def _parse_cached(lines: str) -> Protego:
    """Parse through a cache, with a small one for large files: parsed, they take forty times their size."""
    return (_parse_cached_small if len(lines) <= LARGE_FILE else _parse_cached_large)(lines)


_parse_cached_small = lru_cache(maxsize=256)(Protego.parse)
_parse_cached_large = lru_cache(maxsize=4)(Protego.parse)


def _own_lines(text: str, product: str) -> Iterable[str]:
    ours = product if _is_named(text, product) else ANY_AGENT
    return (f"user-agent: {ours}", *_rules_for(text, ours))


def _is_named(text: str, product: str) -> bool:
    return any((agent := _AGENT_LINE.match(line)) and _agent_of(agent[1]) == product for line in _lines(text))


def _rules_for(text: str, agent: str) -> Iterator[str]:
    """Yield the rules of all groups that name this agent. Only Allow and Disallow end the list of agents of a group; a
    delay, which the RFC does not define, applies to the agents named right before it."""
    concerned = naming = paced = naming_for_pace = False
    for line in _lines(text):
        if named := _AGENT_LINE.match(line):
            is_named = _agent_of(named[1]) == agent
            concerned = is_named or (naming and concerned)
            paced = is_named or (naming_for_pace and paced)
            naming = naming_for_pace = True
        elif _RULE_LINE.match(line):
            naming = naming_for_pace = False
            paced = concerned
            if concerned:
                yield line
        elif _PACE_LINE.match(line):
            naming_for_pace = False
            if paced:
                yield line


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if rule := line.partition("#")[0].strip():
            yield rule


def _agent_of(value: str) -> str | None:
    """Return the named product; `*OtherBot*` is neither a product nor the `*` group."""
    if value.split(None, 1)[:1] == [ANY_AGENT]:
        return ANY_AGENT
    named = _PRODUCT.match(value.lower())
    return named[0] if named else None
