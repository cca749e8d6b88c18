"""Whether the pages of a site are still read as well as they were.

What is counted, hour by hour, of each kind of record on each site: how many pages were read for it, how many gave it,
and how many of those had each field. Two shares follow: how many pages give a record at all, and how many records have
a field. A share has dropped when three things hold: enough pages stand on both sides; it is lower than it was by more
than a little; and chance does not explain that. The last is Fisher's exact test, one-sided: if nothing had changed, how
likely were it that the recent pages hold so few? Looking every minute at every field of every site asks that question
millions of times, so it must be very unlikely indeed.

*Recent* are the newest hours, as few as hold enough pages: of a busy site the hour that runs, of a quiet one a day. A
total loss shows there at once. A lesser one takes more pages to be sure of, so twice as many are looked at as well, and
twice as many again, as far as recent goes.
*Usual* is what the same version of the extractor made of the site before. A version too young for that is measured
against those before it, for a worse new version is just what must be noticed.

An alert that is open remembers what was usual when it was opened, for the pages since then must not come to pass for
usual. It closes when half of the drop that it takes to open one is all that is left of it, and chance does not explain
that either; or, as nobody has mended it, when it has been so for as long as the memory of what is usual reaches. Pages
from before it opened are no recovery, and those from before it closed are not held against the pages since.
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
NEGLIGIBLE = 1e-12  # of a sum, what another term may be and not be added
# That a recovery was none costs no more than another alert.
CHANCE_OF_NO_RECOVERY = 0.01


class Pages(NamedTuple):
    """What is judged on its own: one kind of record on the pages of one site."""

    domain: str
    kind: str


class Parser(NamedTuple):
    """A version of an extractor, at work on those."""

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
    fields: Counter[str] = field(default_factory=Counter)  # how many of those found have it

    def add(self, other: "Counts") -> None:
        self.tried += other.tried
        self.found += other.found
        self.fields.update(other.fields)

    def without(self, other: "Counts") -> "Counts":
        fields = Counter({name: had - other.fields[name] for name, had in self.fields.items()})
        return Counts(self.tried - other.tried, self.found - other.found, fields)

    def share(self, name: str) -> Share:
        """Of the pages those that gave a record; or of the records those that have this field."""
        return Share(self.found, self.tried) if name == WHOLE else Share(self.fields[name], self.found)


class HealthTally:
    """What has been read since it was last taken away."""

    def __init__(self) -> None:
        self._counts: dict[Parser, Counts] = {}

    def count(self, parser: Parser, fields: Collection[str] | None) -> None:
        """One page, and the fields of the record that it gave, if it gave one."""
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
    """The fields that were read from the page, leaving out what the rung `besides` gave: a language model that fills
    in for a parser must not hide that the parser fails."""
    if record is None:
        return None
    told = [name for name, value in record.data.items() if value is not None and value not in ("", [], {})]
    read = [name for name in told if name not in record.sources or record.sources[name].rung != besides]
    return read or None


# Judging ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AlertRules:
    pages: int = 30  # as many at least on both sides
    drop: float = 0.2  # by so much at least
    chance: float = 1e-8  # and no likelier than this if nothing had changed
    recent: timedelta = timedelta(hours=24)
    baseline: timedelta = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class HealthBucket:
    """An hour of one version."""

    hour: datetime
    extractor: str
    version: str
    counts: Counts


@dataclass(frozen=True, slots=True)
class ParserHealthReport:
    """The version at work, what it made of the newest pages, and what was usual before."""

    extractor: str
    version: str
    recent: Counts
    usual: Counts
    since: datetime  # which hour the recent begin with

    def weakest(self, most: int) -> list[str]:
        """The fields that the newest records lack more often than was usual, the worst first."""
        drops = {name: self.usual.share(name).rate - self.recent.share(name).rate for name in self.usual.fields}
        worse = sorted((name for name in drops if drops[name] > 0), key=lambda name: (-drops[name], name))
        return worse[:most] if self.recent.found and self.usual.found else []


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
    USUAL = "usual"  # it has been so for as long as what is usual is remembered
    SILENT = "silent"  # no page of the site has been read for as long as counts are kept


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
    """How the version at work fares; None where nothing was read lately."""
    return next(_windows(_Past(buckets, rules, now), rules, now, _pages), None)


def judge(
    buckets: Sequence[HealthBucket],
    alerts: Sequence[OpenAlert],
    closed: Mapping[str, datetime],
    rules: AlertRules,
    now: datetime,
) -> Judgement:
    """What has dropped that no alert is open for, and which alerts are over. `closed` says when one last was over, for
    each field."""
    past = _Past(buckets, rules, now)
    by_pages, by_records = (list(_windows(past, rules, now, size)) for size in (_pages, _records))
    known = {alert.field for alert in alerts}
    names = sorted({name for window in by_records for name in window.usual.fields} - known)
    looked_at = [] if WHOLE in known else [(WHOLE, by_pages)]
    looked_at += [(name, by_records) for name in names]
    fresh = ((name, [one for one in windows if _is_after(one, closed.get(name))]) for name, windows in looked_at)
    found = (_first_drop(windows, name, rules) for name, windows in fresh)
    ends = (_closing(alert, by_pages if alert.field == WHOLE else by_records, rules, now) for alert in alerts)
    return Judgement([drop for drop in found if drop], [closing for closing in ends if closing])


class _Past:
    """What is remembered of some pages, apart for the version at work and for all others."""

    def __init__(self, buckets: Sequence[HealthBucket], rules: AlertRules, now: datetime) -> None:
        remembered = (one for one in buckets if one.hour > now - rules.baseline)
        newest_first = sorted(remembered, key=lambda one: one.hour, reverse=True)
        self.at_work = _version_at_work(newest_first)
        self.own = [one for one in newest_first if (one.extractor, one.version) == self.at_work]
        self.total = _sum(self.own)
        self.of_others = _sum(one for one in newest_first if (one.extractor, one.version) != self.at_work)


def _windows(
    past: _Past, rules: AlertRules, now: datetime, size: Callable[[Counts], int]
) -> Iterator[ParserHealthReport]:
    """The newest pages against those before: first as few as are enough, and then twice as many each time. Where there
    are not even enough, what there is."""
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


def _version_at_work(newest_first: Sequence[HealthBucket]) -> tuple[str, str] | None:
    """That of the newest hour; where several worked in it, the one that came last."""
    if not newest_first:
        return None
    first_hours = {(one.extractor, one.version): one.hour for one in newest_first}  # the oldest is written last
    now_at_work = {(one.extractor, one.version) for one in newest_first if one.hour == newest_first[0].hour}
    return max(now_at_work, key=lambda version: (first_hours[version], version))


def _sum(buckets: Iterable[HealthBucket]) -> Counts:
    total = Counts()
    for one in buckets:
        total.add(one.counts)
    return total


def _is_after(window: ParserHealthReport, closed: datetime | None) -> bool:
    return closed is None or window.since > closed


def _first_drop(windows: Iterable[ParserHealthReport], name: str, rules: AlertRules) -> Drop | None:
    return next((drop for window in windows if (drop := _drop(window, name, rules))), None)


def _drop(health: ParserHealthReport, name: str, rules: AlertRules) -> Drop | None:
    recent, usual = health.recent.share(name), health.usual.share(name)
    if min(recent.of, usual.of) < rules.pages or usual.rate - recent.rate < rules.drop:
        return None
    if chance_of_so_few(recent, usual) > rules.chance:
        return None
    return Drop(name, recent.rate, usual.rate, recent.of, health.extractor, health.version)


def _closing(
    alert: OpenAlert, windows: Sequence[ParserHealthReport], rules: AlertRules, now: datetime
) -> Closing | None:
    read_since = [window for window in windows if window.since + HOUR > alert.opened_at]
    shares = [window.recent.share(alert.field) for window in read_since]
    for share in shares:
        enough = share.of >= rules.pages and share.rate >= alert.baseline - rules.drop / 2
        if enough and chance_of_so_few(alert.share, share) <= CHANCE_OF_NO_RECOVERY:
            return Closing(alert, AlertEnding.RECOVERED, share.rate)
    if now - alert.opened_at >= rules.baseline:
        return Closing(alert, AlertEnding.USUAL, shares[0].rate if shares else None)
    return None


def chance_of_so_few(recent: Share, usual: Share) -> float:
    """How likely it is that so few of the recent had it, or fewer, if both are alike: Fisher's exact test."""
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
