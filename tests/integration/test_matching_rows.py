"""Rows of a job, matched against the catalogue run by run."""

from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

import pytest

from garner import observe
from garner.engine import Engine
from garner.pools.pictures import Pictures
from garner.postgres.database import Database
from garner.runtime.loop import Loop
from garner.runtime.stages.match.stage import MatchStage
from garner.settings import Settings
from garner.store.records import catalogue

from .catalogue_helpers import add_items, add_product, item, make_due


class Matching:
    """A worker that matches on request."""

    def __init__(self, engine: Engine, loop: Loop[Any, Any]) -> None:
        self.engine, self.loop = engine, loop

    async def product(self, name: str, **fields: Any) -> int:
        async with self.engine.database.transaction() as connection:
            return await add_product(connection, name, **fields)

    async def rows(self, *given: dict[str, Any], **more: Any) -> list[UUID]:
        async with self.engine.database.transaction() as connection:
            return await add_items(connection, *given, **more)

    async def run(self) -> int:
        """Run all work once, including postponed work."""
        async with self.engine.database.transaction() as connection:
            await make_due(connection)
        return await self.loop.run_once()

    async def run_to_the_end(self) -> None:
        for _ in range(20):
            if not await self.run():
                return
        raise AssertionError("it does not end")

    async def item(self, item_id: UUID) -> dict[str, Any]:
        async with self.engine.database.connection() as connection:
            return await item(connection, item_id)

    async def ask(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []


@pytest.fixture
def pictures(settings: Settings) -> Iterator[Pictures]:
    with Pictures(settings) as opened:
        yield opened


@pytest.fixture
async def matching(engine: Engine, database: Database, pictures: Pictures) -> AsyncIterator[Matching]:
    stage = MatchStage(engine, pictures, "w", reads_text=False)
    yield Matching(engine, Loop(stage, database, "w", engine.settings))


@pytest.fixture
def emitted_events() -> Iterator[list[observe.Event]]:
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    yield events
    unsubscribe()


KETTLE = {"title": "Acme Enamel Kettle EK-2041 2 l red", "brand": "Acme"}


async def test_a_row_with_the_gtin_of_a_product_matches_it_regardless_of_the_title(matching: Matching) -> None:
    product = await matching.product("Enamel kettle", brand="Acme", gtin="4006381333931", price="19.90", sku="K1")
    (row,) = await matching.rows({"title": "Teapot", "gtin": "4006381333931"})
    await matching.run()
    ended = await matching.item(row)
    assert (ended["status"], ended["attempts"], ended["code"]) == ("DONE", 1, None)
    result = ended["result"]
    assert (result["kind"], result["name"], result["price"], result["sku"]) == (
        "product",
        "Enamel kettle",
        "19.90",
        "K1",
    )
    assert (result["match_id"], result["match_strategy"]) == (product, "gtin")
    assert result["match_score"] > 0.99 and result["url"].startswith("https://shop.example/")
    assert [one["id"] for one in result["candidates"]] == [product]


@pytest.mark.parametrize(
    "written", ["36000291452", "036000291452", "00036000291452", "0-36000-29145-2", "36000291452.0"]
)
async def test_a_gtin_changed_by_a_spreadsheet_is_recognized(matching: Matching, written: str) -> None:
    product = await matching.product("Tissues", gtin="036000291452")
    (row,) = await matching.rows({"gtin": written})
    await matching.run()
    assert (await matching.item(row))["result"]["match_id"] == product


async def test_a_row_with_brand_and_part_number_is_found_in_its_first_run(matching: Matching) -> None:
    product = await matching.product("Cordless phone", brand="Panasonic", mpn="KX-TG9343T")
    await matching.product("Cordless phone", brand="Panasonic", mpn="KX-TG9341T", path="other")
    (row,) = await matching.rows({"title": "Phone", "brand": "panasonic", "sku": "kx tg9343t"})
    await matching.run()
    ended = await matching.item(row)
    assert ended["status"] == "DONE" and ended["attempts"] == 1
    assert (ended["result"]["match_id"], ended["result"]["match_strategy"]) == (product, "number")


async def test_one_product_sold_by_three_shops_is_not_ambiguous(matching: Matching) -> None:
    products = [
        await matching.product(
            "Acme Enamel Kettle EK-2041, red", brand="Acme", gtin="4006381333931", path=f"shop{shop}"
        )
        for shop in range(3)
    ]
    (row,) = await matching.rows({"title": "Acme enamel kettle EK-2041 red", "brand": "Acme"})
    await matching.run_to_the_end()
    ended = await matching.item(row)
    assert ended["status"] == "DONE" and ended["result"]["match_id"] == products[0]
    assert [offer["id"] for offer in ended["result"]["offers"]] == products[1:]
    assert [candidate["id"] for candidate in ended["result"]["candidates"]] == products[:1]


@pytest.mark.parametrize("numbers", [{"gtin": "4006381333931"}, {"brand": "Acme", "sku": "QX-2041"}])
async def test_a_row_found_by_its_title_lists_ten_offers_with_any_name(
    matching: Matching, numbers: dict[str, Any]
) -> None:
    products = [
        await matching.product(
            "Bouilloire rouge Acme" if shop else "Acme Quadrolux kettle red", **numbers, path=f"{shop}"
        )
        for shop in range(13)
    ]
    (row,) = await matching.rows({"title": "Acme Quadrolux kettle red"})
    await matching.run_to_the_end()
    result = (await matching.item(row))["result"]
    assert (result["match_id"], result["match_strategy"]) == (products[0], "words")
    assert [offer["id"] for offer in result["offers"]] == products[1:11]
    assert [candidate["id"] for candidate in result["candidates"]] == products[:1]


@pytest.mark.parametrize("first", ["Enamel mug camping", "Campingbecher"], ids=["found", "not found by the row"])
@pytest.mark.parametrize("offer", ["Enamel mug 300 ml handle", "Enamel mug with handle 300 ml"])
async def test_an_offer_of_another_product_does_not_take_a_row_from_its_match(
    matching: Matching, first: str, offer: str
) -> None:
    product = await matching.product("Enamel mug with handle 300 ml", gtin="4006381333931")
    await matching.product(first, gtin="4006381333948")
    (before,) = await matching.rows({"title": "Enamel mug 300ml handle"})
    await matching.run_to_the_end()
    await matching.product(offer, gtin="4006381333948", path="offer")
    (after,) = await matching.rows({"title": "Enamel mug 300ml handle"})
    await matching.run_to_the_end()
    assert (await matching.item(before))["result"]["match_id"] == product
    assert (await matching.item(after))["result"]["match_id"] == product


async def test_a_row_that_fits_two_products_equally_is_ambiguous_and_names_both(matching: Matching) -> None:
    products = [await matching.product("Acme Enamel Kettle", brand="Acme", path=f"shop{shop}") for shop in range(2)]
    (row,) = await matching.rows({"title": "Acme enamel kettle", "brand": "Acme"})
    await matching.run_to_the_end()
    ended = await matching.item(row)
    assert (ended["status"], ended["code"]) == ("NOT_FOUND", "ambiguous")
    assert [candidate["id"] for candidate in ended["result"]["candidates"]] == products
    assert "Acme Enamel Kettle, Acme Enamel Kettle" in ended["error"]


async def test_many_copies_of_one_product_do_not_hide_another(matching: Matching) -> None:
    for shop in range(30):
        name = "Acme Quadrolux Enamel Kettle red"
        await matching.product(name, brand="Acme", gtin="4006381333931", path=f"shop{shop}")
    product = await matching.product("Quadrolux Kettle blue", brand="Velmor")
    (row,) = await matching.rows({"title": "Quadrolux kettle blue", "brand": "Velmor"})
    await matching.run_to_the_end()
    assert (await matching.item(row))["result"]["match_id"] == product


async def test_a_repeated_or_reprocessed_row_ends_with_the_same_result(matching: Matching) -> None:
    for colour in ("red", "blue", "green"):
        await matching.product(f"Acme Enamel Kettle {colour}", brand="Acme", path=colour)
    await matching.product("Bodum Columbia thermal french press coffee maker", brand="Bodum")
    asked = [{"title": "Enamel kettle"}, {"title": "Columbia thermal coffee maker"}, {"title": "Kettle Acme red"}]
    rows = await matching.rows(*asked)
    await matching.run_to_the_end()
    again = await matching.rows(*reversed(asked))
    await matching.run_to_the_end()
    ends = [await matching.item(row) for row in rows]
    assert [await matching.item(row) for row in reversed(again)] == ends
    for row in rows:
        await matching.ask(
            "update job_items set status = 'PENDING', attempts = 0, completed_at = null, started_at = null"
            " where id = %s",
            row,
        )
        await matching.ask(
            "insert into work (stage, item_id, lane_id, rank, max_attempts) select 'match', %s, min(id), now(), 5"
            " from lanes where job_id is not null",
            row,
        )
    await matching.run_to_the_end()
    assert [await matching.item(row) for row in rows] == ends


async def test_a_row_without_a_match_is_tried_with_all_strategies_at_once_and_ends_not_found(
    matching: Matching, emitted_events: list[observe.Event]
) -> None:
    """The catalogue has nothing more to offer later."""
    await matching.product("Acme Enamel Kettle EK-2041", brand="Acme")
    (row,) = await matching.rows({"title": "Zanussi oven ZX-900 with Enamel door", "brand": "Zanussi"})
    await matching.run()
    ended = await matching.item(row)
    assert (ended["status"], ended["attempts"]) == ("NOT_FOUND", 1)
    assert ended["code"] == "no_match" and "catalogue" in ended["error"]
    assert list(ended["result"]) == ["candidates"]
    (candidate,) = ended["result"]["candidates"]
    assert candidate["name"] == "Acme Enamel Kettle EK-2041" and 0 <= candidate["score"] < 0.5
    assert not [event for event in emitted_events if isinstance(event, observe.ItemRetried)]


async def test_nothing_is_searched_in_an_empty_catalogue(matching: Matching, monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = await matching.rows({"title": "Pen", "gtin": "4006381333931"})
    with monkeypatch.context() as searching:
        for search in ("by_gtin", "by_words", "by_spelling"):
            searching.delattr(catalogue, search)  # any search would fail
        await matching.run()
    ended = await matching.item(row)
    assert (ended["status"], ended["attempts"], ended["code"]) == ("NOT_FOUND", 1, "no_match")


async def test_the_first_product_is_found_although_the_sample_is_outdated(matching: Matching) -> None:
    await matching.rows({"title": "Pen"})
    await matching.run()
    product = await matching.product("Pen", gtin="4006381333931")
    (row,) = await matching.rows({"gtin": "4006381333931"})
    await matching.run()
    assert (await matching.item(row))["result"]["match_id"] == product


async def test_a_failed_row_that_is_not_found_shows_no_more_attempts_than_its_limit(
    matching: Matching, settings: Settings
) -> None:
    """It failed before, and failures have another limit."""
    (row,) = await matching.rows({"title": "Nothing like it"})
    await matching.ask("update job_items set attempts = %s", settings.queue.max_attempts_error - 1)
    await matching.run()
    assert (
        (await matching.item(row))["attempts"]
        == settings.queue.max_attempts_not_found
        < settings.queue.max_attempts_error
    )


@pytest.mark.parametrize("kind", ["recipe", "posting"])
async def test_a_row_of_a_url_only_kind_without_a_url_ends_at_once(matching: Matching, kind: str) -> None:
    (row,) = await matching.rows({"title": "Lemon cake"}, kind=kind)
    await matching.run()
    ended = await matching.item(row)
    assert (ended["status"], ended["code"], ended["attempts"]) == ("NOT_FOUND", "nothing_to_match", 1)
    assert kind in ended["error"] and ended["result"] == {"candidates": []}


@pytest.mark.parametrize("given", [{}, {"price": "5"}, {"title": "  ", "brand": "-"}, {"description": "long"}])
async def test_an_empty_row_ends_at_once(matching: Matching, given: dict[str, Any]) -> None:
    (row,) = await matching.rows(given, kind="auto")
    await matching.run()
    ended = await matching.item(row)
    assert (ended["status"], ended["code"]) == ("NOT_FOUND", "nothing_to_match")


async def test_rows_of_kind_auto_are_matched_too(matching: Matching) -> None:
    product = await matching.product("Pen", gtin="4006381333931")
    (row,) = await matching.rows({"gtin": "4006381333931"}, kind="auto")
    await matching.run()
    assert (await matching.item(row))["result"]["match_id"] == product


ODD: list[dict[str, Any]] = [
    {"title": "x" * 100_000},
    {"title": " ".join(f"word{number}" for number in range(20_000))},
    {"title": "'\"\\;%_&|!:*()<>", "brand": "''"},
    {"title": "🫖" * 500, "sku": "½"},
    {"title": "Чайник", "brand": "茶"},
    {"title": 7, "brand": None, "price": "1e999"},
    {"gtin": "9" * 50, "title": "x"},
    {"gtin": "٣٦٠٠٠٢٩١٤٥٢", "title": "x"},
]


async def test_unusual_rows_end_without_a_crash(matching: Matching, emitted_events: list[observe.Event]) -> None:
    await matching.product("Acme Enamel Kettle EK-2041", brand="Acme")
    rows = await matching.rows(*ODD)
    await matching.run_to_the_end()
    ends = [await matching.item(row) for row in rows]
    assert [end["status"] for end in ends] == ["NOT_FOUND"] * len(ODD), [end["error"] for end in ends]
    assert not [event for event in emitted_events if isinstance(event, observe.HandlerCrashed)]


async def test_a_reprocessed_row_is_matched_by_the_most_reliable_strategy_first(matching: Matching) -> None:
    """Reprocessing starts again with the most reliable strategies."""
    (row,) = await matching.rows({"gtin": "4006381333931", "title": "Pen"})
    await matching.run_to_the_end()
    assert (await matching.item(row))["status"] == "NOT_FOUND"
    product = await matching.product("Pen", gtin="4006381333931")
    await matching.ask(
        "update job_items set status = 'PENDING', completed_at = null, started_at = null where id = %s", row
    )
    await matching.ask(
        "insert into work (stage, item_id, lane_id, rank, max_attempts) select 'match', %s, id, now(), 5 from lanes"
        " where job_id is not null",
        row,
    )
    await matching.run()
    assert (await matching.item(row))["result"]["match_id"] == product


async def test_the_counters_of_a_job_are_correct_after_matching(matching: Matching) -> None:
    await matching.product("Pen", gtin="4006381333931")
    await matching.rows({"gtin": "4006381333931"}, {"title": "Nothing like it"}, {})
    await matching.run_to_the_end()
    (sums,) = await matching.ask(
        "select sum(pending) as pending, sum(done) as done, sum(not_found) as not_found from job_deltas"
    )
    assert (sums["pending"], sums["done"], sums["not_found"]) == (-3, 1, 2)
    assert await matching.ask("select id from work") == []


async def test_a_row_is_matched_by_words_to_the_nearest_of_several_products(matching: Matching) -> None:
    for colour in ("red", "blue", "green"):
        await matching.product(f"Bodum Chambord french press coffee maker 1 l {colour}", brand="Bodum", path=colour)
    product = await matching.product("Bodum Columbia thermal french press coffee maker", brand="Bodum")
    (row,) = await matching.rows({"title": "Columbia thermal coffee maker french press by Bodum"})
    await matching.run_to_the_end()
    ended = await matching.item(row)
    assert (ended["status"], ended["attempts"]) == ("DONE", 1)
    assert (ended["result"]["match_id"], ended["result"]["match_strategy"]) == (product, "words")


async def test_a_model_number_that_differs_in_one_digit_is_another_product(matching: Matching) -> None:
    await matching.product("Sony Handycam DCR-HC52 MiniDV camcorder", brand="Sony")
    (row,) = await matching.rows({"title": "Sony Handycam DCR-HC62 MiniDV camcorder", "brand": "Sony"})
    await matching.run_to_the_end()
    assert (await matching.item(row))["status"] == "NOT_FOUND"


async def test_a_misspelt_row_finds_its_product(matching: Matching) -> None:
    product = await matching.product("Zanussi Quadrolux oven", brand="Zanussi")
    await matching.product("Bosch Serie 4 oven", brand="Bosch")
    (row,) = await matching.rows({"title": "Quadrolox"})
    await matching.run()
    (candidate,) = (await matching.item(row))["result"]["candidates"]
    assert (candidate["id"], candidate["strategy"]) == (product, "spelling")


@pytest.mark.parametrize("given", [{"title": "Nothing like it"}, {"title": ""}], ids=["no match", "nothing to match"])
@pytest.mark.parametrize("earlier", [0, 1, 4])
async def test_a_row_that_is_not_found_shows_no_more_attempts_than_its_limit(
    matching: Matching, settings: Settings, given: dict[str, Any], earlier: int
) -> None:
    """Runs that failed, or whose worker was lost, count as attempts of the row, but not towards this limit."""
    (row,) = await matching.rows(given)
    await matching.ask("update job_items set attempts = %s", earlier)
    await matching.run_to_the_end()
    ended = await matching.item(row)
    assert ended["status"] == "NOT_FOUND"
    assert earlier < ended["attempts"] or ended["attempts"] == settings.queue.max_attempts_not_found
    assert ended["attempts"] <= settings.queue.max_attempts_not_found
