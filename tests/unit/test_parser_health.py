"""Detection of drops in parser results: single cases and long simulated runs."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as some

from garner.core.quality.differences import WHOLE
from garner.core.quality.parser_health import (
    AlertEnding,
    AlertRules,
    Counts,
    Drop,
    HealthBucket,
    HealthTally,
    Judgement,
    OpenAlert,
    Parser,
    Share,
    fields_read,
    fisher_p_value,
    health_of,
    judge,
)
from garner.core.record import FieldSource, Kind, Record

NOW = datetime(2026, 3, 15, 12, 30, tzinfo=UTC)
RULES = AlertRules()
SHOP = Parser("shop.example", "product", "garner", "2")


def hours_ago(hours: int) -> datetime:
    return NOW.replace(minute=0) - timedelta(hours=hours)


def bucket(hours: int, tried: int, found: int, *, version: str = "2", **fields: int) -> HealthBucket:
    return HealthBucket(hours_ago(hours), "garner", version, Counts(tried, found, Counter(fields)))


def alert(field: str, baseline: float, *, age: timedelta = timedelta(hours=3)) -> OpenAlert:
    return OpenAlert(7, field, 0.0, baseline, 40, NOW - age)


def judged(buckets: Sequence[HealthBucket], *alerts: OpenAlert, rules: AlertRules = RULES) -> Judgement:
    return judge(buckets, alerts, {}, rules, NOW)


def dropped(buckets: Sequence[HealthBucket], *alerts: OpenAlert, rules: AlertRules = RULES) -> list[str]:
    return [drop.field for drop in judged(buckets, *alerts, rules=rules).drops]


# Counting ----------------------------------------------------------------------------------------------------


def test_a_page_without_a_record_counts_only_as_tried() -> None:
    tally = HealthTally()
    tally.count(SHOP, ["name", "price"])
    tally.count(SHOP, ["name"])
    tally.count(SHOP, None)
    assert tally.take() == {SHOP: Counts(3, 2, Counter(name=2, price=1))}
    assert tally.take() == {}


def test_counts_that_are_given_back_are_added_to_newer_ones() -> None:
    tally = HealthTally()
    tally.count(SHOP, ["name"])
    taken = tally.take()
    tally.count(SHOP, None)
    tally.give_back(taken)
    assert tally.take() == {SHOP: Counts(2, 1, Counter(name=1))}


def record(sources: dict[str, str], **data: object) -> Record:
    said = {name: FieldSource(rung, "", 0.5) for name, rung in sources.items()}
    return Record(Kind.PRODUCT, data, "c" * 64, "garner", "2", "s", 0.5, sources=said)


def test_empty_fields_do_not_count_as_read_but_zero_and_false_do() -> None:
    empty = record({}, name="Pan", brand="", images=[], variants={}, sku=None, rating=0, remote=False)
    assert fields_read(empty, besides="llm") == ["name", "rating", "remote"]


def test_fields_from_a_language_model_do_not_count_as_read() -> None:
    mixed = record({"name": "schema_org_json_ld", "price": "llm"}, name="Pan", price=12)
    assert fields_read(mixed, besides="llm") == ["name"]
    assert fields_read(record({"name": "llm"}, name="Pan"), besides="llm") is None
    assert fields_read(None, besides="llm") is None


# Drops -------------------------------------------------------------------------------------------------------


def test_a_site_that_loses_its_prices_gives_a_drop_of_that_field_only() -> None:
    before = [bucket(hours, 40, 38, name=38, price=37) for hours in range(1, 10)]
    (drop,) = judged([*before, bucket(0, 40, 38, name=38, price=0)]).drops
    assert drop == Drop("price", 0.0, pytest.approx(37 / 38), 38, "garner", "2")


def test_pages_that_stop_giving_records_are_a_drop_of_the_whole_record() -> None:
    before = [bucket(hours, 40, 38, name=38, price=37) for hours in range(1, 10)]
    assert dropped([*before, bucket(0, 40, 0)]) == [WHOLE]


@pytest.mark.parametrize(("recent", "usual"), [(29, 400), (400, 29)])
def test_too_few_pages_on_either_side_give_no_drop(recent: int, usual: int) -> None:
    assert dropped([bucket(30, usual, usual), bucket(0, recent, 0)]) == []
    assert dropped([bucket(30, usual + 1, usual + 1), bucket(0, recent + 1, 0)]) == [WHOLE]


def test_too_few_records_give_no_drop_even_with_enough_pages() -> None:
    before = bucket(30, 400, 200, price=200)
    assert dropped([before, bucket(0, 58, 29, price=0)]) == []
    assert dropped([before, bucket(0, 60, 30, price=0)]) == ["price"]


def test_a_small_drop_is_ignored_even_if_significant() -> None:
    before = bucket(30, 100_000, 90_000)
    assert dropped([before, bucket(0, 100_000, 71_000)]) == []
    assert dropped([before, bucket(0, 100_000, 70_000)]) == [WHOLE]


def test_an_insignificant_drop_is_ignored() -> None:
    before = bucket(30, 1000, 500)
    assert dropped([before, bucket(0, 30, 5)]) == []
    assert dropped([before, bucket(0, 30, 5)], rules=replace(RULES, chance=0.001)) == [WHOLE]


def test_a_field_that_appears_is_not_a_drop() -> None:
    assert dropped([bucket(30, 100, 100), bucket(0, 100, 100, price=100)]) == []


def test_a_quiet_site_is_judged_over_enough_hours_to_have_enough_pages() -> None:
    before = [bucket(hours, 5, 5) for hours in range(6, 40)]
    assert dropped([*before, *(bucket(hours, 5, 0) for hours in range(6))]) == [WHOLE]


def test_old_pages_are_not_judged() -> None:
    old = [bucket(hours, 100, 100) for hours in range(100, 110)]
    assert health_of([*old, bucket(30, 100, 0)], RULES, NOW) is None
    assert dropped([*old, bucket(30, 100, 0)]) == []


def test_the_baseline_covers_only_its_configured_period() -> None:
    assert dropped([bucket(15 * 24, 400, 400), bucket(0, 40, 0)]) == []
    assert dropped([bucket(13 * 24, 400, 400), bucket(0, 40, 0)]) == [WHOLE]


# Versions ----------------------------------------------------------------------------------------------------


def test_a_new_version_is_compared_with_earlier_versions() -> None:
    before = [bucket(hours, 40, 40, price=40) for hours in range(1, 10)]
    (drop,) = judged([*before, bucket(0, 40, 40, version="10", price=2)]).drops
    assert (drop.field, drop.version) == ("price", "10")


def test_a_version_with_enough_history_is_compared_with_itself() -> None:
    older = [bucket(hours, 40, 40, version="1") for hours in range(50, 60)]
    own = [bucket(hours, 40, 20) for hours in range(1, 10)]
    assert dropped([*older, *own, bucket(0, 40, 20)]) == []


def test_the_newest_of_two_active_versions_is_judged() -> None:
    before = [bucket(hours, 40, 40) for hours in range(10)]
    assert dropped([*before, bucket(0, 40, 0, version="10")]) == [WHOLE]
    assert dropped([*before, bucket(5, 40, 0, version="10")]) == []  # but not a version that was rolled back


# Alerts ------------------------------------------------------------------------------------------------------


def test_an_incident_opens_one_alert() -> None:
    hours = [*(bucket(hours, 40, 40) for hours in range(1, 10)), bucket(0, 40, 0)]
    assert dropped(hours) == [WHOLE]
    assert judged(hours, alert(WHOLE, 1.0)) == Judgement([], [])
    priceless = [bucket(9, 400, 400, price=400, name=400), bucket(0, 40, 40, name=40)]
    assert dropped(priceless) == ["price"]
    assert judged(priceless, alert("price", 1.0)) == Judgement([], [])


def test_an_alert_stays_open_when_its_pages_fill_the_baseline() -> None:
    hours = [bucket(hours, 40, 0) for hours in range(24 * 14)]
    assert judged(hours, alert(WHOLE, 1.0, age=timedelta(days=13))) == Judgement([], [])


def test_an_unresolved_alert_closes_when_it_becomes_the_baseline() -> None:
    hours = [bucket(hours, 40, 0) for hours in range(24 * 14)]
    (closing,) = judged(hours, alert(WHOLE, 1.0, age=timedelta(days=14))).closings
    assert (closing.because, closing.rate) == (AlertEnding.USUAL, 0.0)


def test_an_alert_closes_when_most_of_the_drop_has_recovered() -> None:
    bad = [bucket(hours, 40, 0) for hours in range(1, 10)]
    open_one = alert(WHOLE, 0.95)
    assert judged([*bad, bucket(0, 40, 33)], open_one).closings == []  # .825 of .95
    (closing,) = judged([*bad, bucket(0, 40, 34)], open_one).closings  # .85
    assert (closing.because, closing.rate, closing.alert) == (AlertEnding.RECOVERED, 0.85, open_one)


def test_a_few_good_pages_are_not_a_recovery() -> None:
    assert judged([bucket(0, 29, 29)], alert(WHOLE, 0.95)).closings == []
    assert len(judged([bucket(0, 30, 30)], alert(WHOLE, 0.95)).closings) == 1


def test_pages_from_before_an_alert_do_not_count_as_recovery() -> None:
    good = [bucket(hours, 200, 200) for hours in range(2, 10)]
    recent = [bucket(1, 20, 0), bucket(0, 20, 0)]
    assert judged([*good, *recent], alert(WHOLE, 1.0, age=timedelta(hours=1))).closings == []


def test_an_insignificant_recovery_is_ignored() -> None:
    slight = OpenAlert(7, WHOLE, 0.7, 0.95, 30, NOW)
    assert judged([bucket(0, 30, 27)], slight).closings == []
    assert len(judged([bucket(0, 60, 57)], slight).closings) == 1


def test_pages_from_before_an_alert_closed_cause_no_new_alert() -> None:
    hours = [*(bucket(hours, 40, 40) for hours in range(9, 40)), *(bucket(hours, 40, 0) for hours in range(4, 9))]
    hours += [bucket(hours, 40, 40) for hours in range(4)]
    assert [drop.field for drop in judge(hours, [], {}, RULES, NOW).drops] == [WHOLE]
    assert judge(hours, [], {WHOLE: hours_ago(3)}, RULES, NOW).drops == []
    assert judge([*hours, bucket(0, 40, 0)], [], {WHOLE: hours_ago(3)}, RULES, NOW).drops != []


def test_a_newer_version_that_fixes_the_drop_closes_the_alert() -> None:
    bad = [bucket(hours, 40, 40, price=0) for hours in range(1, 10)]
    (closing,) = judged([*bad, bucket(0, 40, 40, version="3", price=39)], alert("price", 0.97)).closings
    assert closing.because is AlertEnding.RECOVERED


# Chance ------------------------------------------------------------------------------------------------------


def exact_chance(recent: Share, usual: Share) -> float:
    had, total = recent.had + usual.had, recent.of + usual.of
    ways = sum(
        comb(had, here) * comb(total - had, recent.of - here)
        for here in range(recent.had + 1)
        if recent.of - here <= total - had
    )
    return ways / comb(total, recent.of)


@given(some.data())
def test_the_p_value_is_that_of_fishers_exact_test(data: some.DataObject) -> None:
    pages = some.integers(1, 60)
    shares = []
    for _ in range(2):
        of = data.draw(pages)
        shares.append(Share(data.draw(some.integers(0, of)), of))
    assert fisher_p_value(*shares) == pytest.approx(exact_chance(*shares), rel=1e-9, abs=1e-300)


@given(some.integers(0, 10**6), some.integers(0, 10**7))
def test_the_p_value_is_between_0_and_1_for_all_counts(recent: int, usual: int) -> None:
    assert 0 <= fisher_p_value(Share(recent // 3, recent), Share(usual, usual)) <= 1


# Long runs ---------------------------------------------------------------------------------------------------


class Site:
    """A simulated site: pages arrive at random and are judged every half hour. Open alerts are kept as in the store."""

    def __init__(self, seed: int, pages_per_hour: float) -> None:
        self._chance = random.Random(seed)
        self._per_hour = pages_per_hour
        self._buckets: list[HealthBucket] = []
        self._open: list[OpenAlert] = []
        self._closed: dict[str, datetime] = {}
        self._now = NOW.replace(minute=0)
        self.opened = self.closed = self.pages = 0

    def hours(self, count: int, rates: dict[str, float]) -> Iterator[None]:
        for _ in range(count):
            counts = Counts()
            self._buckets = [one for one in self._buckets if one.hour > self._now - RULES.baseline]
            self._buckets.append(HealthBucket(self._now, "garner", "2", counts))
            for half in range(2):
                self._read(counts, rates)
                self._judge(self._now + timedelta(minutes=30 * half + 29))
                yield
            self._now += timedelta(hours=1)

    def _read(self, counts: Counts, rates: dict[str, float]) -> None:
        pages = int(self._per_hour / 2 * self._chance.uniform(0.2, 1.8) + self._chance.random())
        found = sum(self._chance.random() < rates[WHOLE] for _ in range(pages))
        fields = {
            name: sum(self._chance.random() < rate for _ in range(found))
            for name, rate in rates.items()
            if name != WHOLE
        }
        counts.add(Counts(pages, found, Counter(fields)))
        self.pages += pages

    def _judge(self, now: datetime) -> None:
        judgement = judge(self._buckets, self._open, self._closed, RULES, now)
        over = {closing.alert.id for closing in judgement.closings}
        self._closed |= {closing.alert.field: now for closing in judgement.closings}
        self._open = [one for one in self._open if one.id not in over]
        for drop in judgement.drops:
            self.opened += 1
            self._open.append(_opened(self.opened, drop, now))
        self.closed += len(over)


def _opened(number: int, drop: Drop, now: datetime) -> OpenAlert:
    return OpenAlert(number, drop.field, drop.rate, drop.baseline, drop.pages, now)


def run(site: Site, hours: int, rates: dict[str, float], until: Callable[[], bool] = lambda: False) -> int:
    """Run the simulation, and return the number of pages it took."""
    before = site.pages
    for _ in site.hours(hours, rates):
        if until():
            break
    return site.pages - before


STEADY = {WHOLE: 0.9, "name": 1.0, "price": 0.93, "brand": 0.6, "sku": 0.35, "rating": 0.1}


@pytest.mark.parametrize("pages_per_hour", [3, 20, 80])
def test_a_site_with_steady_rates_never_raises_an_alert(pages_per_hour: float) -> None:
    site = Site(1, pages_per_hour)
    run(site, 24 * 20, STEADY)
    assert site.opened == 0


@pytest.mark.parametrize("pages_per_hour", [5, 60])
@pytest.mark.parametrize(
    ("lost", "max_pages"), [({WHOLE: 0.0}, 120), ({"price": 0.0}, 120), ({"price": 0.4}, 240), ({"brand": 0.1}, 300)]
)
def test_a_real_drop_is_detected_quickly_and_closed_after_recovery(
    pages_per_hour: float, lost: dict[str, float], max_pages: int
) -> None:
    site = Site(1, pages_per_hour)
    run(site, 24 * 5, STEADY)
    assert run(site, 24 * 5, STEADY | lost, until=lambda: site.opened == 1) <= max_pages
    run(site, 24 * 2, STEADY | lost)
    assert (site.opened, site.closed) == (1, 0)
    assert run(site, 24 * 5, STEADY, until=lambda: site.closed == 1) <= 240
    run(site, 24 * 3, STEADY)
    assert (site.opened, site.closed) == (1, 1)
