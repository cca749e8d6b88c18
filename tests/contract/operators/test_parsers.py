"""Parser health over HTTP."""

from collections import Counter
from datetime import timedelta
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import SHOP, fields_of, order

from garner.core.quality.differences import WHOLE
from garner.core.quality.parser_health import Counts, Parser
from garner.core.quality.shadow import ShadowComparison, compare
from garner.core.record import Kind
from garner.core.urls.page_url import parse_page_url
from garner.engine import Engine
from garner.engine.operating.parsers import judge_parsers
from garner.store.records import parser_health, shadow
from garner.store.records.shadow import ShadowedPage

PAN = Parser("shop.example", "product", "garner", "2")
CANDIDATE = "mine:loud"


async def read(engine: Engine, hours_ago: int, counts: Counts, parser: Parser = PAN) -> None:
    async with engine.database.transaction() as connection:
        await parser_health.add(connection, {parser: counts})
        await connection.execute(
            "update parser_health set hour = hour - %s where not judged and domain = %s",
            (timedelta(hours=hours_ago), parser.domain),
        )
        await connection.execute("update parser_health set judged = true where %s > 0", (hours_ago,))


async def lose_prices(engine: Engine, domain: str = "shop.example") -> None:
    parser = PAN._replace(domain=domain)
    await read(engine, 5, Counts(400, 390, Counter(name=390, price=380)), parser)
    await read(engine, 0, Counts(40, 39, Counter(name=39, price=0)), parser)
    await judge_parsers(engine)


async def test_a_site_that_loses_its_prices_is_listed_with_its_alert(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await lose_prices(engine)
    answer = (await operator.get("/api/admin/parsers")).json()
    (parser,) = answer["parsers"]
    assert answer["next"] is None and parser == {
        "domain": "shop.example",
        "kind": "product",
        "extractor": "garner",
        "version": "2",
        "pages": 40,
        "rate": pytest.approx(0.975),
        "baselinePages": 400,
        "baseline": pytest.approx(0.975),
        "weakest": [{"field": "price", "rate": 0.0, "baseline": pytest.approx(380 / 390)}],
        "alerts": ["price"],
    }
    (alert,) = (await operator.get("/api/admin/parsers/alerts", params={"open": True})).json()["alerts"]
    assert (alert["domain"], alert["field"], alert["rate"], alert["pages"]) == ("shop.example", "price", 0.0, 39)
    assert alert["openedAt"] and alert["closedAt"] is None and alert["closedBecause"] is None


async def test_parsers_and_alerts_are_listed_page_by_page(operator: httpx.AsyncClient, engine: Engine) -> None:
    for number in range(3):
        await lose_prices(engine, f"shop{number}.example")
    page = (await operator.get("/api/admin/parsers", params={"limit": 2})).json()
    assert [one["domain"] for one in page["parsers"]] == ["shop0.example", "shop1.example"]
    rest = (await operator.get("/api/admin/parsers", params={"limit": 2, "after": page["next"]})).json()
    assert [one["domain"] for one in rest["parsers"]] == ["shop2.example"] and rest["next"] is None
    assert (await operator.get("/api/admin/parsers", params={"kind": "recipe"})).json()["parsers"] == []
    named = (await operator.get("/api/admin/parsers", params={"domain": "shop1.example"})).json()["parsers"]
    assert [one["domain"] for one in named] == ["shop1.example"]

    alerts = (await operator.get("/api/admin/parsers/alerts", params={"limit": 2})).json()
    assert [one["id"] for one in alerts["alerts"]] == [3, 2]
    last = (await operator.get("/api/admin/parsers/alerts", params={"limit": 2, "after": alerts["next"]})).json()
    assert [one["id"] for one in last["alerts"]] == [1] and last["next"] is None
    one = (await operator.get("/api/admin/parsers/alerts", params={"domain": "shop1.example"})).json()["alerts"]
    assert [alert["domain"] for alert in one] == ["shop1.example"]


async def test_pages_requested_as_auto_are_listed_as_a_separate_kind(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await read(engine, 0, Counts(4, 3), PAN._replace(kind="auto"))
    await read(engine, 0, Counts(3, 3), PAN)
    page = (await operator.get("/api/admin/parsers", params={"limit": 1})).json()
    assert [(one["kind"], one["rate"]) for one in page["parsers"]] == [("auto", 0.75)]
    rest = (await operator.get("/api/admin/parsers", params={"after": page["next"]})).json()
    assert [(one["kind"], one["rate"]) for one in rest["parsers"]] == [("product", 1.0)]
    alone = (await operator.get("/api/admin/parsers", params={"kind": "auto"})).json()["parsers"]
    assert [one["pages"] for one in alone] == [4]


async def test_closed_alerts_are_listed_unless_only_open_ones_are_requested(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await lose_prices(engine)
    async with engine.database.connection() as connection:
        await connection.execute("update parser_alerts set closed_at = now(), closed_because = 'recovered'")
    assert (await operator.get("/api/admin/parsers/alerts", params={"open": True})).json()["alerts"] == []
    (alert,) = (await operator.get("/api/admin/parsers/alerts")).json()["alerts"]
    assert alert["closedBecause"] == "recovered"


async def shadow_pages(client: httpx.AsyncClient, engine: Engine, count: int = 3) -> None:
    urls = [f"{SHOP}/{number}" for number in range(count)]
    await order(client, *urls)
    async with engine.database.transaction() as connection:
        for number, url in enumerate(urls):
            compared = compare(Kind.PRODUCT, {"name": "Pan", "price": 1}, {"name": "Pan", "price": number}, "loud-1")
            page = ShadowedPage(parse_page_url(url).hash, "shop.example", compared)
            await shadow.save(connection, CANDIDATE, [page])
        failed = ShadowComparison(Kind.RECIPE, error_code="extract_failed", error="mine:loud failed: KeyError: 'x'")
        await shadow.save(connection, CANDIDATE, [ShadowedPage(parse_page_url(urls[0]).hash, "shop.example", failed)])


async def test_a_shadow_extractor_is_compared_by_field(operator: httpx.AsyncClient, engine: Engine) -> None:
    await shadow_pages(operator, engine)
    answer = (await operator.get("/api/admin/parsers/shadow")).json()
    runs = {run["kind"]: (run["pages"], run["failures"], run["versions"]) for run in answer["runs"]}
    assert runs == {"product": (3, 0, ["loud-1"]), "recipe": (1, 1, [])}
    fields = {
        one["field"]: [one[name] for name in ("pages", "same", "added", "changed", "lost")] for one in answer["fields"]
    }
    assert fields == {WHOLE: [3, 3, 0, 0, 0], "name": [3, 3, 0, 0, 0], "price": [3, 1, 0, 2, 0]}
    (failure,) = answer["failures"]
    assert (failure["errorCode"], failure["url"]) == ("extract_failed", f"{SHOP}/0")
    other = (await operator.get("/api/admin/parsers/shadow", params={"candidate": "other:one"})).json()
    assert other == {"runs": [], "fields": [], "failures": []}
    later = (await operator.get("/api/admin/parsers/shadow", params={"since": "2199-01-01T00:00:00Z"})).json()
    assert later == other


async def test_differences_of_a_shadow_extractor_are_listed_page_by_page(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await shadow_pages(operator, engine)
    path, wanted = "/api/admin/parsers/shadow/differences", {"field": "price", "limit": 1}
    first = (await operator.get(path, params=wanted)).json()
    (one,) = first["differences"]
    assert (one["url"], one["before"], one["after"], one["change"]) == (f"{SHOP}/2", 1, 2, "changed")
    second = (await operator.get(path, params=wanted | {"after": first["next"]})).json()
    assert [one["url"] for one in second["differences"]] == [f"{SHOP}/0"]
    third = (await operator.get(path, params=wanted | {"after": second["next"]})).json()
    assert third == {"differences": [], "next": None}


@pytest.mark.parametrize(
    ("path", "parameters", "field"),
    [
        ("parsers", {"after": "shop.example"}, "after"),
        ("parsers", {"after": "shop.example/cake"}, "after"),
        ("parsers", {"kind": "cake"}, "kind"),
        ("parsers", {"domain": "a b"}, "domain"),
        ("parsers", {"limit": 501}, "limit"),
        ("parsers/alerts", {"after": 0}, "after"),
        ("parsers/shadow", {"candidate": "a b"}, "candidate"),
        ("parsers/shadow", {"since": "yesterday"}, "since"),
        ("parsers/shadow/differences", {}, "field"),
        ("parsers/shadow/differences", {"field": "a\0"}, "field"),
        ("parsers/shadow/differences", {"field": "price", "after": "x"}, "after"),
        ("parsers/shadow", {"sort": "up"}, "sort"),
    ],
)
async def test_an_invalid_query_names_the_field(
    operator: httpx.AsyncClient, path: str, parameters: dict[str, Any], field: str
) -> None:
    assert fields_of(await operator.get(f"/api/admin/{path}", params=parameters)) == [field]
