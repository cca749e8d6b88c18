"""Sites over HTTP: added, shown with their progress, started, paused and removed."""

from typing import Any

import httpx
import psycopg
import pytest
from tests.contract.operators.conftest import fields_of, order

from garner import observe
from garner.store.people import audit_log

PATH = "/api/admin/sites"
START = "https://shop.example/"


async def add(client: httpx.AsyncClient, **fields: Any) -> httpx.Response:
    return await client.post(PATH, json={"url": START, "kinds": ["product"], **fields})


async def added(client: httpx.AsyncClient, **fields: Any) -> str:
    answer = await add(client, **fields)
    assert answer.status_code == 201, answer.text
    return f"{PATH}/{answer.json()['siteId']}"


async def test_a_site_is_added_with_its_settings(operator: httpx.AsyncClient, events: list[observe.Event]) -> None:
    path = await added(
        operator,
        rules={
            "include": ["/p/*"],
            "exclude": ["*print*"],
            "hosts": ["https://cdn.example/"],
            "depth": 2,
            "pageBudget": 9,
        },
        priority=2,
        frequency="PT6H",
        sources={
            "sitemaps": ["https://www.shop.example/s.xml"],
            "seeds": [START],
            "pages": [{"url": "https://shop.example/p/1", "priority": 1}, {"url": "https://cdn.example/p/2"}],
        },
    )
    shown = (await operator.get(path)).json()
    site, progress = shown["site"], shown["progress"]
    assert (site["domain"], site["url"], site["kinds"], site["status"]) == (
        "shop.example",
        START,
        ["product"],
        "running",
    )
    assert site["rules"] == {
        "include": ["/p/*"],
        "exclude": ["*print*"],
        "follow": [],
        "hosts": ["cdn.example"],
        "depth": 2,
        "pageBudget": 9,
    }
    assert (site["priority"], site["frequency"], site["found"], site["sources"]) == (2, "PT6H", 2, 2)
    assert (progress["ordered"], progress["fetched"], progress["unreadSources"], progress["failed"]) == (0, 0, 2, {})
    assert sorted(progress["sample"]) == ["https://cdn.example/p/2", "https://shop.example/p/1"]
    assert progress["secondsLeft"] == 2 * progress["delaySeconds"]
    assert [source["type"] for source in progress["sources"]] == ["sitemap", "links"]
    assert (await operator.get(PATH)).json() == {"sites": [site], "next": None}
    assert [event.verb for event in events if isinstance(event, observe.Operated)] == ["add_site"]


async def test_a_site_needs_only_its_host_and_a_kind(operator: httpx.AsyncClient) -> None:
    shown = (await operator.get(await added(operator, url="shop.example"))).json()
    assert shown["site"]["url"] == START and shown["site"]["rules"]["pageBudget"] == 10_000
    assert [source["type"] for source in shown["progress"]["sources"]] == ["robots"]


async def test_a_known_site_is_not_added_again(operator: httpx.AsyncClient) -> None:
    await added(operator)
    again = await add(operator, url="http://www.shop.example/other")
    assert (again.status_code, again.json()["code"]) == (409, "conflict")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"url": "ftp://shop.example"}, "url"),
        ({"url": ""}, "url"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["nonsense"]}, "kinds.0"),
        ({"kinds": ["product", "product"]}, None),
        ({"priority": 0}, "priority"),
        ({"frequency": 1}, "frequency"),
        ({"rules": {"pageBudget": 0}}, "rules.pageBudget"),
        ({"rules": {"pageBudget": 10**7}}, "rules.pageBudget"),
        ({"rules": {"depth": 0}}, "rules.depth"),
        ({"rules": {"include": ["x" * 501]}}, "rules.include.0"),
        ({"rules": {"include": ["\x00"]}}, "rules.include.0"),
        ({"rules": {"include": ["x"] * 101}}, "rules.include"),
        ({"rules": {"hosts": ["no host"]}}, "rules.hosts.0"),
        ({"rules": {"pattern": ""}}, "rules.pattern"),
        ({"sources": {"sitemaps": ["https://other.example/s.xml"]}}, "sources.sitemaps.0"),
        ({"sources": {"seeds": ["nonsense"]}}, "sources.seeds.0"),
        ({"sources": {"pages": [{"url": "https://other.example/"}]}}, "sources.pages.0"),
        ({"sources": {"pages": [{"url": START, "priority": 11}]}}, "sources.pages.0.priority"),
        (
            {"sources": {"pages": [{"url": f"{START}{n}"} for n in range(3)]}, "rules": {"pageBudget": 2}},
            "sources.pages",
        ),
        ({"dryRun": "yes"}, "dryRun"),
        ({"other": 1}, "other"),
    ],
)
async def test_an_invalid_site_names_the_field_and_adds_nothing(
    operator: httpx.AsyncClient, fields: dict[str, Any], field: str | None
) -> None:
    refused = fields_of(await add(operator, **fields))
    assert field is None or refused == [field]
    assert (await operator.get(PATH)).json()["sites"] == []
    assert (await operator.get("/api/admin/domains")).json()["domains"] == []


async def test_a_dry_run_is_started_paused_and_resumed(operator: httpx.AsyncClient) -> None:
    path = await added(operator, dryRun=True)
    assert (await operator.get(path)).json()["site"]["status"] == "preview"
    for verb, status, expected in (
        ("pause", 409, "preview"),
        ("resume", 409, "preview"),
        ("start", 200, "running"),
        ("start", 200, "running"),
        ("pause", 200, "paused"),
        ("pause", 200, "paused"),
        ("resume", 200, "running"),
    ):
        answer = await operator.post(f"{path}/{verb}")
        assert answer.status_code == status, (verb, answer.text)
        assert (await operator.get(path)).json()["site"]["status"] == expected, verb


async def test_an_unknown_site_is_404(operator: httpx.AsyncClient) -> None:
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/start"), ("POST", "/pause"), ("POST", "/resume")):
        for number in (1, 2**63 - 1):
            assert (await operator.request(method, f"{PATH}/{number}{path}")).status_code == 404, (method, path)
        for number in (0, 2**63, "x"):
            assert (await operator.request(method, f"{PATH}/{number}{path}")).status_code == 422, (method, path)


async def test_a_site_is_removed_and_may_be_added_again(operator: httpx.AsyncClient) -> None:
    path = await added(operator, sources={"pages": [{"url": START}]})
    assert (await operator.delete(path)).status_code == 204
    assert (await operator.delete(path)).status_code == 404
    await added(operator)


async def test_the_domain_of_a_site_is_not_removed(operator: httpx.AsyncClient) -> None:
    path = await added(operator)
    assert (await operator.delete("/api/admin/domains/shop.example")).status_code == 409
    await operator.delete(path)
    assert (await operator.delete("/api/admin/domains/shop.example")).status_code == 204


async def test_sites_are_listed_in_pages(operator: httpx.AsyncClient) -> None:
    for number in range(3):
        await added(operator, url=f"https://shop{number}.example/")
    first = (await operator.get(PATH, params={"limit": 2})).json()
    second = (await operator.get(PATH, params={"limit": 2, "after": first["next"]})).json()
    assert [site["domain"] for page in (first, second) for site in page["sites"]] == [
        f"shop{number}.example" for number in range(3)
    ]
    assert second["next"] is None


async def test_a_site_of_a_domain_with_pages_is_added(operator: httpx.AsyncClient) -> None:
    await order(operator)
    shown = (await operator.get(await added(operator))).json()
    assert (shown["site"]["found"], shown["progress"]["ordered"]) == (0, 0)


async def test_without_its_entry_in_the_audit_log_nothing_is_done(
    operator: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await added(operator, dryRun=True, sources={"pages": [{"url": START}]})
    before = (await operator.get(path)).json()

    async def fail(*_: Any, **__: Any) -> int:
        raise psycopg.errors.DiskFull("no room")

    monkeypatch.setattr(audit_log, "write", fail)
    assert (await add(operator, url="https://other.example/")).status_code == 503
    assert (await operator.post(f"{path}/start")).status_code == 503
    assert (await operator.delete(path)).status_code == 503
    assert (await operator.get(path)).json() == before
    assert len((await operator.get(PATH)).json()["sites"]) == 1
