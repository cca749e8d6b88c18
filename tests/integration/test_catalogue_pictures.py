"""Pictures of catalogue products: fetched politely, once, and hashed. The shop is real, on loopback."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from tests.hostile.conftest import answer
from tests.integration.lane_helpers import Pages, redirect, robots
from tests.services import ask_for_page

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine
from garner.pools.extractors import Extractors
from garner.pools.pictures import Pictures
from garner.postgres.database import Database
from garner.runtime.duties.catalogue_pictures import CataloguePictures
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.extract.stage import ExtractStage
from garner.runtime.stages.match.providers import make_provider_caller
from garner.store.records import catalogue_pictures
from garner.wiring.stages import make_fetcher

from .test_matching_pictures import Album, album, bomb, jpeg, thing

PICTURE = "/pictures/pen.jpg"


@pytest.fixture
async def looking(engine: Engine, database: Database, pictures: Pictures) -> Album:
    return album(engine, database, pictures, reads_text=False)


@pytest.fixture
async def shown(engine: Engine, pictures: Pictures) -> AsyncIterator[CataloguePictures]:
    async with make_provider_caller(engine.settings) as caller:
        yield CataloguePictures(engine, caller, pictures)


@pytest.fixture
def shop(site: Pages) -> Pages:
    site.said[PICTURE] = answer(jpeg(thing(1)), "Content-Type: image/jpeg")
    return site


async def offer(looking: Album, shop: Pages, path: str = PICTURE, name: str = "Fine liner") -> int:
    return await looking.product(name, images=[{"url": f"http://{shop.domain}{path}", "alt": None, "position": 0}])


async def picture_state(looking: Album) -> dict[str, Any]:
    (found,) = await looking.ask(
        "select tries, error_code as code, next_try_at = 'infinity' as is_over, looked_at is not null as looked"
        " from catalogue_pictures"
    )
    return found


async def make_due(looking: Album) -> None:
    await looking.ask("update catalogue_pictures set next_try_at = now() where isfinite(next_try_at)")
    await looking.ask("update lanes set next_at = '-infinity', not_before = null where domain_id is not null")


async def crawl_product(engine: Engine, extractors: Extractors, url: str) -> None:
    await ask_for_page(engine, url, kind=Kind.PRODUCT, origin=Origin.PARSE)
    async with make_fetcher(engine) as fetcher:
        crawl = Loop(CrawlStage(engine, fetcher, "one"), engine.database, "one", engine.settings)
        extract = Loop(ExtractStage(engine, extractors, "one"), engine.database, "one", engine.settings)
        for loop in (crawl, crawl, extract):
            assert await loop.run_once() == 1


async def test_a_picture_similar_to_that_of_a_crawled_product_matches_it(
    looking: Album, shop: Pages, shown: CataloguePictures, extractors: Extractors
) -> None:
    offered = {"@type": "Product", "name": "Fine liner", "sku": "F-1", "image": [PICTURE, "/pictures/cap.jpg"]}
    markup = json.dumps({"@context": "https://schema.org", **offered, "offers": {"price": "3", "priceCurrency": "EUR"}})
    page = f'<html><script type="application/ld+json">{markup}</script><h1>Fine liner</h1></html>'
    shop.said["/pen"] = answer(page.encode(), "Content-Type: text/html")
    await crawl_product(looking.engine, extractors, f"http://{shop.domain}/pen")
    await looking.ask("update crawl_tasks set crawl_frequency = interval '1 day'")
    await looking.ask("update products set in_catalogue = true")
    early = await looking.picture(jpeg(thing(1).resize((350, 300)), 70))
    await looking.run()
    assert (await looking.item(early))["status"] == "PENDING"
    assert await shown.run_once() == 1
    assert (shop.count(PICTURE), shop.count("/pictures/cap.jpg")) == (1, 0)
    item = await looking.picture(jpeg(thing(1).resize((360, 310)), 70))
    other = await looking.picture(jpeg(thing(2)))
    await looking.run()
    ended = await looking.item(item)
    assert ended["status"] == "DONE" and ended["result"]["match_strategy"] == "looks", ended
    assert (ended["result"]["name"], ended["result"]["sku"]) == ("Fine liner", "F-1")
    assert (await looking.item(other))["status"] == "PENDING"
    assert await looking.ask("select user_id from picture_prints") == [{"user_id": None}]


async def test_no_picture_is_fetched_while_no_job_has_pictures(
    looking: Album, shop: Pages, shown: CataloguePictures
) -> None:
    await offer(looking, shop)
    await looking.rows({"title": "Fine liner"})
    await looking.picture(jpeg(thing(1)), "recipe")
    assert await shown.run_once() == 0
    await looking.picture(jpeg(thing(1)))
    await looking.ask(
        "update jobs set queue_state = 'DONE', finished_at = now(), updated_at = now() - interval '2 days'"
    )
    assert await shown.run_once() == 0
    assert shop.asked == []
    await looking.ask("update jobs set updated_at = now() - interval '20 hours'")
    assert await shown.run_once() == 1


async def test_no_picture_is_fetched_while_proxies_are_configured(
    looking: Album, shop: Pages, shown: CataloguePictures
) -> None:
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    await looking.ask("insert into proxies (proxy_url, proxy_port) values ('proxy.example', 8080)")
    assert await shown.run_once() == 0


async def test_a_picture_is_fetched_once_until_the_product_has_another(
    looking: Album, shop: Pages, shown: CataloguePictures
) -> None:
    product = await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    assert [await shown.run_once() for _ in range(3)] == [1, 0, 0]
    assert await picture_state(looking) == {"tries": 1, "code": None, "is_over": True, "looked": True}
    before = await looking.ask("select print from picture_prints")
    shop.said["/new.jpg"] = answer(jpeg(thing(2)))
    new = json.dumps({"images": [{"url": f"http://{shop.domain}/new.jpg"}]})
    await looking.ask("update products set data = data || %s::jsonb where id = %s", new, product)
    assert await shown.run_once() == 1
    after = await looking.ask("select print from picture_prints")
    assert len(after) == 1 and after != before
    assert (shop.count(PICTURE), shop.count("/new.jpg")) == (1, 1)


REFUSED = {
    "gone": (answer(status="404 Not Found"), "http_404"),
    "redirected": (redirect("/elsewhere.jpg"), "http_302"),
    "no picture": (answer(b"<html></html>"), "picture_unreadable"),
    "bomb": (answer(bomb()), "picture_unreadable"),
    "too large": (answer(bytes(300_000)), "too_large"),
}


@pytest.mark.parametrize(("said", "code"), REFUSED.values(), ids=REFUSED.keys())
async def test_a_url_that_is_not_a_picture_is_not_fetched_again(
    looking: Album, shop: Pages, pictures: Pictures, said: bytes, code: str
) -> None:
    shop.said[PICTURE] = said
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    settings = looking.engine.settings.with_values(image_max_bytes=200_000)
    async with make_provider_caller(settings) as caller:
        shown = CataloguePictures(replace(looking.engine, settings=settings), caller, pictures)
        await shown.run_once()
        await make_due(looking)
        assert await shown.run_once() == 0
    assert await picture_state(looking) == {"tries": 1, "code": code, "is_over": True, "looked": False}
    assert shop.count(PICTURE) == 1 and await looking.ask("select id from picture_prints") == []


async def test_a_failing_picture_is_retried_a_few_times_hours_apart(
    looking: Album, shop: Pages, shown: CataloguePictures
) -> None:
    shop.said[PICTURE] = answer(status="500 Internal Server Error")
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    for tries in range(1, catalogue_pictures.MAX_TRIES + 1):
        assert await shown.run_once() == 1
        assert (await picture_state(looking))["tries"] == tries
        assert await shown.run_once() == 0
        await make_due(looking)
    assert (await picture_state(looking))["is_over"]
    assert await shown.run_once() == 0 and shop.count(PICTURE) == catalogue_pictures.MAX_TRIES


async def test_robots_txt_is_read_first_and_obeyed(looking: Album, shop: Pages, shown: CataloguePictures) -> None:
    shop.said["/robots.txt"] = robots("User-agent: *\nDisallow: /pictures/")
    await offer(looking, shop)
    await offer(looking, shop, "/open.jpg", "Other pen")
    shop.said["/open.jpg"] = answer(jpeg(thing(2)))
    await looking.picture(jpeg(thing(1)))
    assert await shown.run_once() == 2
    assert (shop.count("/robots.txt"), shop.count(PICTURE), shop.count("/open.jpg")) == (1, 0, 1)
    assert {one["error_code"] for one in await looking.ask("select error_code from catalogue_pictures")} == {
        "robots_disallowed",
        None,
    }


async def test_a_robots_txt_behind_a_redirect_is_obeyed(looking: Album, shop: Pages, shown: CataloguePictures) -> None:
    shop.said["/robots.txt"] = redirect("/rules.txt")
    shop.said["/rules.txt"] = robots("User-agent: *\nDisallow: /pictures/")
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    await shown.run_once()
    assert shop.asked and shop.count(PICTURE) == 0
    assert (await picture_state(looking))["code"] == "robots_disallowed"


async def test_a_robots_txt_whose_redirects_do_not_end_counts_as_absent(
    looking: Album, shop: Pages, shown: CataloguePictures
) -> None:
    shop.said["/robots.txt"] = redirect("/robots.txt")
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    await shown.run_once()
    assert shop.count(PICTURE) == 1


async def test_an_unreadable_robots_txt_postpones_the_picture(
    looking: Album, shop: Pages, shown: CataloguePictures
) -> None:
    shop.said["/robots.txt"] = answer(status="500 Internal Server Error")
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    await shown.run_once()
    assert shop.count(PICTURE) == 0
    assert await picture_state(looking) == {"tries": 0, "code": None, "is_over": False, "looked": False}


async def test_a_disabled_site_is_not_contacted(looking: Album, shop: Pages, shown: CataloguePictures) -> None:
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    await looking.ask("select ensure_lane(%s, %s)", shop.domain, f"http://{shop.domain}")
    await looking.ask("update domains set is_active = false where domain_name = %s", shop.domain)
    await shown.run_once()
    assert shop.asked == [] and not (await picture_state(looking))["is_over"]


async def test_a_picture_waits_for_the_slot_of_its_host(looking: Album, shop: Pages, shown: CataloguePictures) -> None:
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    await looking.ask("select ensure_lane(%s, %s)", shop.domain, f"http://{shop.domain}")
    await looking.ask("update lanes set next_at = now() + interval '1 hour' where domain_id is not null")
    await shown.run_once()
    assert shop.asked == [] and (await picture_state(looking))["tries"] == 0


async def test_pages_and_pictures_of_a_host_share_one_pace(
    looking: Album, shop: Pages, shown: CataloguePictures
) -> None:
    await offer(looking, shop)
    await offer(looking, shop, "/other.jpg", "Other pen")
    await looking.picture(jpeg(thing(1)))
    await looking.ask("select ensure_lane(%s, %s)", shop.domain, f"http://{shop.domain}")
    await looking.ask("update domains set crawl_delay_seconds = 0.3 where domain_name = %s", shop.domain)
    await shown.run_once()
    assert len(shop.asked) == 3 and shop.smallest_gap() > 0.25


async def test_private_addresses_are_refused_if_not_allowed(looking: Album, shop: Pages, pictures: Pictures) -> None:
    await offer(looking, shop)
    await looking.picture(jpeg(thing(1)))
    settings = looking.engine.settings.with_values(fetch_allow_private=False)
    async with make_provider_caller(settings) as caller:
        await CataloguePictures(replace(looking.engine, settings=settings), caller, pictures).run_once()
    assert shop.asked == [] and (await picture_state(looking))["code"] == "private_address"


async def test_the_newest_pictures_are_fetched_first_and_all_eventually(
    looking: Album, shop: Pages, shown: CataloguePictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue_pictures, "STRETCH", 3)
    products = [await offer(looking, shop, f"/{number}.jpg", f"Pen {number}") for number in range(12)]
    await looking.picture(jpeg(thing(1)))
    for _ in range(20):
        await shown.run_once()
    asked = [int(path[1:-4]) for path in shop.paths if path.endswith(".jpg")]
    assert asked[0] == 11 and sorted(asked) == list(range(len(products)))
