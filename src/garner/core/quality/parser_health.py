"""Detection of sites whose pages the extractor reads worse than before.

Garner counts, per hour and for each kind of record on each site, how many pages were read, how many gave a record, and
how many of those records had each field. Two rates follow: the share of pages that give a record, and the share of
records that have a field. A rate has dropped when three conditions hold: both sides have enough pages; the rate is
lower than before by more than a minimum; and chance does not explain the drop. The last condition is Fisher's exact
test, one-sided: the probability that the recent pages have so few hits if nothing has changed. Checking every field of
every site every minute runs that test millions of times, so the probability must be very small.

*Recent* means the newest hours, as few as contain enough pages: the current hour of a busy site, a day of a quiet one.
They show a total loss at once. A smaller loss takes more pages to confirm, so windows of twice, four times and more
pages are checked as well, up to the limit of recent. *Usual* is the result of the same extractor version on the site
before that. A version too young for a baseline is compared with the versions before it, because a worse new version is
exactly what must be detected.

An open alert stores the usual rate as of its opening, so that the pages read since then do not become the baseline. It
closes when no more than half of the minimum drop remains and chance does not explain the recovery; or, when the parser
stays broken, after the baseline period. Pages from before an alert opened do not count as recovery, and pages from
before it closed do not count against later pages.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from math import exp, lgamma
from typing import NamedTuple

from garner.core.quality.differences import WHOLE
from garner.core.record import Record

HOUR = timedelta(hours=1)
NEGLIGIBLE = 1e-12  # terms below this share of the sum are not added
# A false recovery costs no more than another alert.
CHANCE_OF_NO_RECOVERY = 0.01


class Pages(NamedTuple):
    """The unit of judgement: one kind of record on the pages of one site."""

    domain: str
    kind: str


class Parser(NamedTuple):
    """One version of an extractor for one kind of record on one site."""

    domain: str
    kind: str
    extractor: str
    version: str


class Share(NamedTuple):
    had: int
    of: int

    @property
    def rate(self) -> float:
        return self.had / self.of if self.of else 0.0


@dataclass(slots=True)
class Counts:
    tried: int = 0
    found: int = 0
    fields: Counter[str] = field(default_factory=Counter)  # number of found records that have the field

    def add(self, other: "Counts") -> None:
        self.tried += other.tried
        self.found += other.found
        self.fields.update(other.fields)

    def without(self, other: "Counts") -> "Counts":
        fields = Counter({name: had - other.fields[name] for name, had in self.fields.items()})
        return Counts(self.tried - other.tried, self.found - other.found, fields)

    def share(self, name: str) -> Share:
        """Return the share of pages that gave a record, or the share of records that have this field."""
        return Share(self.found, self.tried) if name == WHOLE else Share(self.fields[name], self.found)


class HealthTally:
    """Counts of the pages read since the last `take`."""

    def __init__(self) -> None:
        self._counts: dict[Parser, Counts] = {}

    def count(self, parser: Parser, fields: Collection[str] | None) -> None:
        """Count one page and the fields of its record; `fields` is None if the page gave no record."""
        counts = self._counts.setdefault(parser, Counts())
        counts.tried += 1
        if fields is not None:
            counts.found += 1
            counts.fields.update(fields)

    def take(self) -> dict[Parser, Counts]:
        taken, self._counts = self._counts, {}
        return taken

    def give_back(self, taken: Mapping[Parser, Counts]) -> None:
        for parser, counts in taken.items():
            self._counts.setdefault(parser, Counts()).add(counts)


def fields_read(record: Record | None, *, besides: str) -> list[str] | None:
    """Return the fields that were read from the page, without those that the rung `besides` gave: a language model that
    fills in for a parser must not hide that the parser fails."""
    if record is None:
        return None
    filled_fields = [name for name, value in record.data.items() if value is not None and value not in ("", [], {})]
    read = [name for name in filled_fields if name not in record.sources or record.sources[name].rung != besides]
    return read or None


# Judging ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AlertRules:
    pages: int = 30  # the minimum on both sides
    drop: float = 0.2  # the minimum drop
    chance: float = 1e-8  # the maximum probability if nothing has changed
    recent: timedelta = timedelta(hours=24)
    baseline: timedelta = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class HealthBucket:
    """The counts of one extractor version in one hour."""

    hour: datetime
    extractor: str
    version: str
    counts: Counts


@dataclass(frozen=True, slots=True)
class ParserHealthReport:
    """The active version, its counts on the newest pages, and the usual counts before."""

    extractor: str
    version: str
    recent: Counts
    usual: Counts
    since: datetime  # first hour of the recent window

    def weakest(self, limit: int) -> list[str]:
        """Return the fields that the newest records lack more often than usual, the worst first."""
        drops = {name: self.usual.share(name).rate - self.recent.share(name).rate for name in self.usual.fields}
        worse = sorted((name for name in drops if drops[name] > 0), key=lambda name: (-drops[name], name))
        return worse[:limit] if self.recent.found and self.usual.found else []


@dataclass(frozen=True, slots=True)
class Drop:
    field: str  # or the whole record
    rate: float
    baseline: float
    pages: int
    extractor: str
    version: str


@dataclass(frozen=True, slots=True)
class OpenAlert:
    id: int
    field: str
    rate: float
    baseline: float
    pages: int
    opened_at: datetime

    @property
    def share(self) -> Share:
        return Share(round(self.rate * self.pages), self.pages)


class AlertEnding(StrEnum):
    RECOVERED = "recovered"
    USUAL = "usual"  # the drop has lasted for the whole baseline period
    SILENT = "silent"  # no page of the site was read during the retention of counts


@dataclass(frozen=True, slots=True)
class Closing:
    alert: OpenAlert
    because: AlertEnding
    rate: float | None


@dataclass(frozen=True, slots=True)
class Judgement:
    drops: list[Drop]
    closings: list[Closing]


def health_of(buckets: Sequence[HealthBucket], rules: AlertRules, now: datetime) -> ParserHealthReport | None:
    """Return the health of the active version; None if nothing was read recently."""
    return next(_windows(_Past(buckets, rules, now), rules, now, _pages), None)


def judge(
    buckets: Sequence[HealthBucket],
    alerts: Sequence[OpenAlert],
    closed: Mapping[str, datetime],
    rules: AlertRules,
    now: datetime,
) -> Judgement:
    """Return the drops that have no open alert, and the alerts to close. `closed` gives for each field the time when
    its last alert closed."""
    past = _Past(buckets, rules, now)
    by_pages, by_records = (list(_windows(past, rules, now, size)) for size in (_pages, _records))
    known = {alert.field for alert in alerts}
    names = sorted({name for window in by_records for name in window.usual.fields} - known)
    looked_at = [] if WHOLE in known else [(WHOLE, by_pages)]
    looked_at += [(name, by_records) for name in names]
    fresh = (
        (name, [window for window in windows if _is_after(window, closed.get(name))]) for name, windows in looked_at
    )
    drops = (_first_drop(windows, name, rules) for name, windows in fresh)
    ends = (_closing(alert, by_pages if alert.field == WHOLE else by_records, rules, now) for alert in alerts)
    return Judgement([drop for drop in drops if drop], [closing for closing in ends if closing])


class _Past:
    """The baseline period of some pages, split into the active version and all others."""

    def __init__(self, buckets: Sequence[HealthBucket], rules: AlertRules, now: datetime) -> None:
        remembered = (bucket for bucket in buckets if bucket.hour > now - rules.baseline)
        newest_first = sorted(remembered, key=lambda bucket: bucket.hour, reverse=True)
        self.at_work = _find_active_version(newest_first)
        self.own = [bucket for bucket in newest_first if (bucket.extractor, bucket.version) == self.at_work]
        self.total = _sum(self.own)
        self.of_others = _sum(bucket for bucket in newest_first if (bucket.extractor, bucket.version) != self.at_work)


def _windows(
    past: _Past, rules: AlertRules, now: datetime, size: Callable[[Counts], int]
) -> Iterator[ParserHealthReport]:
    """Yield the newest pages against those before: first the fewest that suffice, then twice as many each time. Without
    enough pages, yield all there are."""
    recent, enough, since = Counts(), rules.pages, now
    for bucket in past.own:
        if bucket.hour <= now - rules.recent:
            break
        recent.add(bucket.counts)
        if size(recent) >= enough:
            enough = 2 * size(recent)
            yield _health(past, recent, rules, size, bucket.hour)
        since = bucket.hour
    if recent.tried and enough == rules.pages:
        yield _health(past, recent, rules, size, since)


def _health(
    past: _Past, recent: Counts, rules: AlertRules, size: Callable[[Counts], int], since: datetime
) -> ParserHealthReport:
    assert past.at_work is not None
    usual = past.total.without(recent)
    if size(usual) < rules.pages:
        usual.add(past.of_others)
    return ParserHealthReport(*past.at_work, recent.without(Counts()), usual, since)


def _pages(counts: Counts) -> int:
    return counts.tried


def _records(counts: Counts) -> int:
    return counts.found


def _find_active_version(newest_first: Sequence[HealthBucket]) -> tuple[str, str] | None:
    """Return the version of the newest hour; among several in that hour, the one that started last."""
    if not newest_first:
        return None
    # The oldest hour is assigned last.
    first_hours = {(bucket.extractor, bucket.version): bucket.hour for bucket in newest_first}
    now_at_work = {(bucket.extractor, bucket.version) for bucket in newest_first if bucket.hour == newest_first[0].hour}
    return max(now_at_work, key=lambda version: (first_hours[version], version))


def _sum(buckets: Iterable[HealthBucket]) -> Counts:
    total = Counts()
    for bucket in buckets:
        total.add(bucket.counts)
    return total


def _is_after(window: ParserHealthReport, closed: datetime | None) -> bool:
    return closed is None or window.since > closed


def _first_drop(windows: Iterable[ParserHealthReport], name: str, rules: AlertRules) -> Drop | None:
    return next((drop for window in windows if (drop := _drop(window, name, rules))), None)


def _drop(health: ParserHealthReport, name: str, rules: AlertRules) -> Drop | None:
    recent, usual = health.recent.share(name), health.usual.share(name)
    if min(recent.of, usual.of) < rules.pages or usual.rate - recent.rate < rules.drop:
        return None
    if fisher_p_value(recent, usual) > rules.chance:
        return None
    return Drop(name, recent.rate, usual.rate, recent.of, health.extractor, health.version)


def _closing(
    alert: OpenAlert, windows: Sequence[ParserHealthReport], rules: AlertRules, now: datetime
) -> Closing | None:
    read_since = [window for window in windows if window.since + HOUR > alert.opened_at]
    shares = [window.recent.share(alert.field) for window in read_since]
    for share in shares:
        enough = share.of >= rules.pages and share.rate >= alert.baseline - rules.drop / 2
        if enough and fisher_p_value(alert.share, share) <= CHANCE_OF_NO_RECOVERY:
            return Closing(alert, AlertEnding.RECOVERED, share.rate)
    if now - alert.opened_at >= rules.baseline:
        return Closing(alert, AlertEnding.USUAL, shares[0].rate if shares else None)
    return None


def fisher_p_value(recent: Share, usual: Share) -> float:
    """Return the probability that so few of the recent pages, or fewer, have it if both sides are alike (Fisher's exact
    test)."""
    had, total = recent.had + usual.had, recent.of + usual.of
    lacked = total - had
    here = recent.had
    term = exp(_log_ways(had, here) + _log_ways(lacked, recent.of - here) - _log_ways(total, recent.of))
    likely = 0.0
    while here >= max(0, recent.of - lacked) and term > likely * NEGLIGIBLE:
        likely += term
        term *= here * (lacked - recent.of + here) / ((had - here + 1) * (recent.of - here + 1))
        here -= 1
    return min(1.0, likely)


def _log_ways(of: int, taken: int) -> float:
    return lgamma(of + 1) - lgamma(taken + 1) - lgamma(of - taken + 1)
