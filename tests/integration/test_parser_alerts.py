"""Quality of reading by site: counted by real stages, compared in the database, reported once."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.integration.changing_site import PAN, SOUP, ChangingSite, Visitor, changing_site, linked, visiting
from tests.integration.helpers import product, recipe, value
from tests.integration.job_helpers import feed, new_fed_job
from tests.services import ask_for_page

from garner import observe
from garner.core.lifecycle import Origin
from garner.core.pacing.outcome import Action, Verdict
from garner.core.quality.differences import WHOLE
from garner.core.quality.parser_health import Counts, Drop, Pages, Parser
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.operating.parsers import judge_parsers, list_alerts, list_parsers
from garner.extraction import VERSION
from garner.observe import metrics
from garner.pools.extractors import Extractors
from garner.postgres.database import Connection, Database
from garner.runtime.duties import background
from garner.runtime.stages.extract.parser_tally import ParserTally, _count_by_kind
from garner.store.crawl import schedule
from garner.store.crawl.extraction import ExtractionResult
from garner.store.health.queue_statistics import count_queue
from garner.store.records import parser_health
from garner.wiring.worker import run_worker

PAGES = 12
RULES = {"parser_alert_pages": 10, "parser_alert_chance": 0.001}
SHOP = Parser("shop.example", "product", "garner", "2")


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        yield opened


@pytest.fixture
def watched(engine: Engine) -> Engine:
    return replace(engine, settings=engine.settings.with_values(**RULES))


@pytest.fixture
def tally(watched: Engine) -> ParserTally:
    return ParserTally(watched.database)


@pytest.fixture
async def visitor(
    watched: Engine, site: ChangingSite, extractors: Extractors, tally: ParserTally
) -> AsyncIterator[Visitor]:
    async with visiting(watched, site, extractors, tally=tally) as opened:
        yield opened


@pytest.fixture
def events() -> Iterator[list[observe.Event]]:
    seen: list[observe.Event] = []
    forget = observe.subscribe(seen.append)
    yield seen
    forget()


async def visit_all(visitor: Visitor, **thing: Any) -> None:
    """Visit every page of a shop, each with different content."""
    for number in range(PAGES):
        visitor.site.pages[f"/{number}"] = linked({**PAN, "name": f"Pan {number}", **thing})
        url = f"{visitor.site.url}/{number}"
        await ask_for_page(visitor.engine, url, kind=Kind.PRODUCT, origin=Origin.PARSE, max_age=timedelta(0))
    await visitor.work()


async def hours_pass(visitor: Visitor, hours: int = 2) -> None:
    # Through an empty age: consecutive hours would conflict with each other.
    for way in (timedelta(days=36500), timedelta(hours=hours) - timedelta(days=36500)):
        await visitor.change("update parser_health set hour = hour - %s", way)
    await visitor.change(
        "update parser_alerts set opened_at = opened_at - %s, closed_at = closed_at - %s",
        *(timedelta(hours=hours), timedelta(hours=hours)),
    )


# Counting ----------------------------------------------------------------------------------------------------


async def counted(visitor: Visitor) -> tuple[int, ...]:
    row = await visitor.look(
        """
        select sum(tried) as tried, sum(found) as found, sum((fields ->> 'name')::integer) as name,
               sum((fields ->> 'price')::integer) as price
        from parser_health where kind = 'product'
        """
    )
    return row["tried"], row["found"], row["name"], row["price"]


async def test_results_are_counted_by_site_and_version(
    visitor: Visitor, site: ChangingSite, tally: ParserTally
) -> None:
    site.pages |= {"/pan": linked(PAN), "/free": linked({**PAN, "offers": {}}), "/none": linked()}
    for path in site.pages:
        await visitor.visit(path, Kind.PRODUCT)
    await tally.flush()
    assert await counted(visitor) == (3, 2, 2, 1)
    row = await visitor.look("select *, now() - hour as age from parser_health")
    assert row["domain"] == site.url.removeprefix("http://") and row["version"] == VERSION
    assert row["hour"].minute == row["hour"].second == 0 and row["age"] < timedelta(minutes=61)
    await visitor.visit("/pan", Kind.PRODUCT)  # unchanged
    site.pages["/pan"] = linked({**PAN, "name": "Another pan"})
    await visitor.visit("/pan", Kind.PRODUCT)
    await tally.flush()
    assert await counted(visitor) == (4, 3, 3, 2)


def result(**fields: Any) -> ExtractionResult:
    given = {"verdict": Verdict(Action.EXTRACT), "kinds": (Kind.RECIPE,), "url": "https://shop.example/pan"} | fields
    return ExtractionResult(1, 1, **given)


@pytest.mark.parametrize(
    ("read", "counts"),
    [
        (result(), True),
        (result(verdict=Verdict(Action.FAIL, "extract_timeout")), True),
        (result(unchanged=True), False),
        (result(render=True), False),
        (result(verdict=Verdict(Action.RETRY, "extract_crashed")), False),
        (result(verdict=Verdict(Action.WAIT, "unavailable")), False),
        (result(verdict=Verdict(Action.FAIL, "body_missing"), refetch=True), False),
    ],
)
async def test_only_pages_with_a_known_outcome_are_counted(
    database: Database, read: ExtractionResult, counts: bool
) -> None:
    tally = ParserTally(database)
    tally.count([read])
    await tally.flush()
    async with database.connection() as connection:
        assert await value(connection, "select count(*) from parser_health where tried = 1 and found = 0") == counts


async def test_a_late_result_is_not_counted(visitor: Visitor, site: ChangingSite, tally: ParserTally) -> None:
    stage = visitor._extract.stage
    assert await stage.settle([result()]) == set()
    await tally.flush()
    assert (await visitor.look("select count(*) as hours from parser_health"))["hours"] == 0


async def test_counts_that_cannot_be_written_are_kept_for_the_next_flush(database: Database) -> None:
    tally = ParserTally(database)
    tally.count([result()])
    async with database.connection() as connection:
        await connection.execute("alter table parser_health rename to elsewhere")
        with pytest.raises(Exception, match="parser_health"):
            await tally.flush()
        await connection.execute("alter table elsewhere rename to parser_health")
        await tally.flush()
        assert await value(connection, "select tried from parser_health") == 1


async def test_concurrent_additions_to_the_same_hours_lose_nothing(database: Database) -> None:
    parsers = [SHOP._replace(domain=f"shop{number}.example") for number in range(30)]

    async def add(order: int) -> None:
        wanted = parsers[::order]  # in dict order: some go forward and some backward
        async with database.transaction() as connection:
            await parser_health.add(connection, {parser: Counts(2, 1, Counter(name=1)) for parser in wanted})

    await asyncio.gather(*(add(order) for _ in range(8) for order in (1, -1)))
    async with database.connection() as connection:
        found = await connection.execute("select distinct tried, found, fields, judged from parser_health")
        assert await found.fetchall() == [{"tried": 32, "found": 16, "fields": {"name": 16}, "judged": False}]


@pytest.mark.usefixtures("workers_share_extractors")
async def test_a_worker_counts_up_to_its_last_page(engine: Engine, site: ChangingSite) -> None:
    site.pages["/soup"] = linked(SOUP)
    await ask_for_page(engine, f"{site.url}/soup", kind=Kind.RECIPE, origin=Origin.PARSE)
    stop = asyncio.Event()
    working = asyncio.create_task(run_worker(engine, stop))
    async with engine.database.connection() as connection:
        while not await value(connection, "select count(*) from recipes"):
            await asyncio.sleep(0.05)
        assert await value(connection, "select count(*) from parser_health") == 0
        stop.set()
        await working
        assert await value(connection, "select tried from parser_health") == 1


# Pages of any kind --------------------------------------------------------------------------------------------


async def visit_for_anything(visitor: Visitor, *paths: str) -> None:
    async with visitor.engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [visitor.site.url + path for path in paths], kind="auto")
    await feed(visitor.engine, job_id)
    async with visitor.engine.database.transaction() as connection:
        await schedule.feed(connection, window=100)
    await visitor.work()


async def rates(watched: Engine) -> dict[str, tuple[int, float]]:
    found, _ = await list_parsers(watched)
    return {one.kind: (one.pages, one.rate) for one in found}


async def test_a_page_requested_as_any_kind_is_not_a_failure_of_other_kinds(
    visitor: Visitor, site: ChangingSite, watched: Engine, tally: ParserTally
) -> None:
    site.pages |= {"/pan": linked(PAN), "/soup": linked(SOUP), "/none": linked()}
    await visit_for_anything(visitor, *site.pages)
    await tally.flush()
    assert await rates(watched) == {"auto": (3, 2 / 3), "product": (1, 1.0), "recipe": (1, 1.0)}
    fields = await visitor.look("select fields from parser_health where kind = 'auto'")
    assert fields == {"fields": {}}
    missed = [event.missing for event in visitor.events if isinstance(event, observe.PageExtracted) and event.found]
    assert missed == ["", ""]


async def test_a_page_requested_as_one_kind_fails_as_that_kind(
    visitor: Visitor, site: ChangingSite, watched: Engine, tally: ParserTally
) -> None:
    site.pages["/pan"] = linked(PAN)
    await visitor.visit("/pan", Kind.RECIPE)
    await tally.flush()
    assert await rates(watched) == {"recipe": (1, 0.0)}


def test_only_the_record_with_the_highest_confidence_counts() -> None:
    unsure = replace(product("Pan"), confidence=0.4)
    told = dict(_count_by_kind(result(kinds=tuple(Kind), found=(unsure, recipe()))))
    assert told == {"auto": (), Kind.RECIPE: ["title", "ingredients"]}


async def test_a_site_that_is_no_longer_read_is_detected_for_pages_of_any_kind(
    visitor: Visitor, watched: Engine, tally: ParserTally
) -> None:
    paths = [f"/{number}" for number in range(PAGES)]
    visitor.site.pages |= {path: linked({**PAN, "name": f"Pan {path}"}) for path in paths}
    await visit_for_anything(visitor, *paths)
    await tally.flush()
    await hours_pass(visitor)
    new = [f"/new{path}" for path in paths]
    visitor.site.pages |= {path: linked() for path in new}
    await visit_for_anything(visitor, *new)
    await tally.flush()
    await background.watch_parsers(watched)
    (opened,) = [event for event in visitor.events if isinstance(event, observe.ParserAlertOpened)]
    assert (opened.kind, opened.fields, opened.drops) == ("auto", WHOLE, f"{WHOLE} 0.00 of 1.00")


# Alerts ------------------------------------------------------------------------------------------------------


async def test_a_redesign_that_loses_prices_is_reported_once_and_closed_on_recovery(
    visitor: Visitor, watched: Engine, tally: ParserTally
) -> None:
    await visit_all(visitor)
    await tally.flush()
    assert await background.watch_parsers(watched) == 0
    await hours_pass(visitor)
    await visit_all(visitor, offers={"availability": "https://schema.org/InStock"}, color="red")
    await tally.flush()
    for _ in range(3):
        await background.watch_parsers(watched)
        await visitor.change("update parser_health set judged = false")
    (opened,) = [event for event in visitor.events if isinstance(event, observe.ParserAlertOpened)]
    assert (opened.kind, opened.version, opened.pages) == ("product", VERSION, PAGES)
    assert "price" in opened.fields.split(",") and "name" not in opened.fields and "price 0.00 of 1.00" in opened.drops
    alerts = await list_alerts(watched, open_only=True)
    assert {alert.field for alert in alerts} == set(opened.fields.split(","))
    (parser,), _ = await list_parsers(watched)
    assert (parser.pages, parser.rate, parser.baseline, "price" in parser.alerts) == (PAGES, 1.0, 1.0, True)
    assert "price" in [weak.field for weak in parser.weakest]
    assert visitor.happened(observe.ParserAlertClosed) == 0

    await hours_pass(visitor)
    await visit_all(visitor, color="blue")
    await tally.flush()
    for _ in range(3):
        await background.watch_parsers(watched)
        await visitor.change("update parser_health set judged = false")
    (closed,) = [event for event in visitor.events if isinstance(event, observe.ParserAlertClosed)]
    assert (closed.fields, closed.because) == (opened.fields, "recovered")
    assert visitor.happened(observe.ParserAlertOpened) == 1
    assert await list_alerts(watched, open_only=True) == []
    assert len(await list_alerts(watched)) == len(alerts)


async def add(database: Database, hours_ago: int, tried: int, found: int, parser: Parser = SHOP) -> None:
    async with database.transaction() as connection:
        await parser_health.add(connection, {parser: Counts(tried, found, Counter())})
        await connection.execute(
            """
            update parser_health set hour = hour - %s
            where domain = %s and version = %s and hour = date_trunc('hour', now(), 'UTC')
            """,
            (timedelta(hours=hours_ago), parser.domain, parser.version),
        )


async def test_concurrent_judges_report_an_alert_once(watched: Engine, events: list[observe.Event]) -> None:
    for number in range(5):
        parser = SHOP._replace(domain=f"shop{number}.example")
        await add(watched.database, 5, 100, 100, parser)
        await add(watched.database, 0, 100, 0, parser)
        await add(watched.database, 0, 100, 0, parser._replace(version="1"))
    await asyncio.gather(*(background.watch_parsers(watched) for _ in range(6)))
    opened = Counter(event.domain for event in events if isinstance(event, observe.ParserAlertOpened))
    assert opened == Counter({f"shop{number}.example": 1 for number in range(5)})


async def test_a_judge_that_is_killed_has_judged_nothing(watched: Engine, events: list[observe.Event]) -> None:
    await add(watched.database, 5, 100, 100)
    await add(watched.database, 0, 100, 0)
    killed = RuntimeError("killed")
    with pytest.raises(RuntimeError):
        async with watched.database.transaction() as connection:
            assert await parser_health.take_unjudged(connection, 100) == ([Pages("shop.example", "product")], 2)
            raise killed
    assert await judge_parsers(watched) == 2
    assert await judge_parsers(watched) == 0
    assert [event.fields for event in events if isinstance(event, observe.ParserAlertOpened)] == [WHOLE]


async def test_hours_locked_by_another_judge_are_skipped(watched: Engine) -> None:
    await add(watched.database, 0, 100, 100)
    async with watched.database.transaction() as connection:
        await parser_health.take_unjudged(connection, 100)
        assert await judge_parsers(watched) == 0


async def test_an_hour_with_new_counts_is_judged_again(watched: Engine) -> None:
    await add(watched.database, 5, 100, 100)
    await add(watched.database, 0, 100, 100)
    assert (await judge_parsers(watched), await judge_parsers(watched)) == (2, 0)
    await add(watched.database, 0, 900, 0)
    assert await judge_parsers(watched) == 1
    assert len(await list_alerts(watched, open_only=True)) == 1


async def test_a_second_alert_for_the_same_drop_is_ignored(connection: Connection) -> None:
    pages, drop = Pages("shop.example", "product"), Drop("price", 0.0, 1.0, 30, "garner", "2")
    assert await parser_health.open_alert(connection, pages, drop)
    assert not await parser_health.open_alert(connection, pages, drop)


async def test_an_open_alert_is_unique(connection: Connection) -> None:
    row = "('shop.example', 'product', 'price', 'garner', '2', 0, 1, 30)"
    insert = f"insert into parser_alerts (domain, kind, field, extractor, version, rate, baseline, pages) values {row}"
    await connection.execute(insert)
    with pytest.raises(Exception, match="idx_parser_alerts_open"):
        await connection.execute(insert)


async def test_alerts_are_counted_for_metrics(watched: Engine, events: list[observe.Event]) -> None:
    await add(watched.database, 5, 100, 100)
    await add(watched.database, 0, 100, 0)
    before = metrics.PARSER_ALERTS.labels("product", "opened")._value.get()
    forget = observe.subscribe(lambda event: metrics._METRICS.get(type(event), lambda _: None)(event))
    await judge_parsers(watched)
    forget()
    assert metrics.PARSER_ALERTS.labels("product", "opened")._value.get() == before + 1
    async with watched.database.connection() as connection:
        standing = await count_queue(connection, 60)
    assert standing.parser_alerts == 1 and b"garner_open_parser_alerts 1.0" in metrics.render(standing)[0]


async def test_a_worker_watches_its_parsers(engine: Engine) -> None:
    assert "watch_parsers" in {loop.name for loop in background.make_duties(engine)}


# Retention ---------------------------------------------------------------------------------------------------


async def test_counts_are_kept_for_their_retention_and_the_alert_of_a_silent_site_is_closed(
    watched: Engine, events: list[observe.Event]
) -> None:
    await add(watched.database, 5, 100, 100)
    await add(watched.database, 0, 100, 0)
    await judge_parsers(watched)
    await background.delete_expired(watched)
    assert len(await list_alerts(watched, open_only=True)) == 1
    async with watched.database.connection() as connection:
        await connection.execute("update parser_health set hour = hour - interval '31 days'")
        await background.delete_expired(watched)
        assert await value(connection, "select count(*) from parser_health") == 0
        (closed,) = [event for event in events if isinstance(event, observe.ParserAlertClosed)]
        assert (closed.domain, closed.because) == ("shop.example", "silent")
        assert await value(connection, "select count(*) from parser_alerts") == 1
        await connection.execute("update parser_alerts set closed_at = closed_at - interval '31 days'")
        await background.delete_expired(watched)
        assert await value(connection, "select count(*) from parser_alerts") == 0


async def test_old_hours_are_folded_into_days_with_the_same_sums(connection: Connection) -> None:
    await connection.execute(
        """
        insert into parser_health (domain, kind, extractor, version, hour, tried, found, fields)
        select domain, 'product', 'garner', version, date_trunc('hour', now(), 'UTC') - hour * interval '1 hour', 2, 1,
               case when hour % 2 = 0 then '{"name": 1}' else '{"name": 1, "price": 1}' end::jsonb
        from generate_series(0, 99) hour, unnest('{a.example,b.example}'::text[]) domain,
             unnest('{1,2}'::text[]) version
        """
    )
    sums = """
        select domain, version, sum(tried) as tried, sum(found) as found, sum((fields ->> 'name')::integer) as name,
               sum((fields ->> 'price')::integer) as price, max(hour) as last
        from parser_health group by domain, version order by domain, version
    """
    before = await (await connection.execute(sums)).fetchall()
    assert [row["price"] for row in before] == [50] * 4
    folded = 0
    while hours := await parser_health.fold(connection, timedelta(hours=24), limit=37):
        folded += hours
    assert await (await connection.execute(sums)).fetchall() == before
    assert folded > 4 * 40
    per_site = await value(connection, "select count(*) from parser_health") / 4
    assert 24 + 3 <= per_site <= 48 + 5
    recent = "select count(*) from parser_health where hour > now() - interval '24 hours'"
    assert await value(connection, recent) == 4 * 24


async def test_the_hours_of_one_domain_are_skipped_in_one_step(connection: Connection) -> None:
    """The cost of listing sites depends on the sites shown, and not on the hours kept for each."""
    await connection.execute(
        """
        insert into parser_health (domain, kind, extractor, version, hour, tried)
        select 'shop' || site || '.example', kind, 'garner', '2', now() - hour * interval '1 hour', 1
        from generate_series(1, 20) site, generate_series(1, 300) hour, unnest('{recipe,product}'::text[]) kind
        """
    )
    await connection.execute("analyze parser_health")
    first = await parser_health.page_of(connection, after=None, limit=3)
    assert first == [
        Pages("shop1.example", "product"),
        Pages("shop1.example", "recipe"),
        Pages("shop10.example", "product"),
    ]
    rest = await parser_health.page_of(connection, after=first[-1], limit=500)
    assert len(rest) == 37 and rest[0] == Pages("shop10.example", "recipe")
    one = await parser_health.page_of(connection, domain="shop7.example", kind="recipe", after=None, limit=9)
    assert one == [Pages("shop7.example", "recipe")]
