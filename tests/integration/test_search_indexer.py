"""The indexer keeps the search index in step with the records, whatever happens between."""

import asyncio
from typing import Any

import pytest
from tests.integration.helpers import new_user, page, until_blocked
from tests.integration.search_helpers import (
    SHOP,
    add_page,
    add_product,
    add_record,
    add_saved_recipe,
    index_all,
    own,
    save_record,
)

from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.people import saved_recipes
from garner.postgres.database import Database
from garner.runtime.duties.background import make_duties
from garner.search.indexer import CONSUMER, SearchIndexer
from garner.search.port import SearchRequest, Viewer
from garner.search.postgres import PostgresSearch
from garner.store.crawl import schedule
from garner.store.records import change_log
from garner.store.search import documents, vocabulary


async def titles(database: Database, text: str, user_id: int | None = None) -> list[str]:
    request = SearchRequest(text, Viewer(user_id), with_facets=False)
    return [hit.title for hit in (await PostgresSearch(database, 5_000).search(request)).hits]


async def ask(database: Database, statement: str, *parameters: Any) -> list[dict[str, Any]]:
    async with database.connection() as connection:
        return await (await connection.execute(statement.encode(), parameters)).fetchall()


async def counts_are_exact(database: Database) -> bool:
    """Return whether the counts of words equal a recount of all documents."""
    wrong = await ask(
        database,
        """
        with counted as (
            select w.word, count(*) as documents, count(*) filter (where d.in_catalogue) as catalogue
            from search_documents d, unnest(tsvector_to_array(d.words)) w (word)
            where left(w.word, 1) not in ('~', '=') group by w.word)
        select coalesce(c.word, s.word) as word, c.documents, s.documents as stored
        from counted c full join search_words s on s.word = c.word
        where (coalesce(c.documents, 0), coalesce(c.catalogue, 0))
              is distinct from (coalesce(s.documents, 0)::bigint, coalesce(s.catalogue_documents, 0)::bigint)
        """,
    )
    return not wrong


async def test_a_changed_record_is_found_by_its_new_words_alone(database: Database) -> None:
    async with database.transaction() as connection:
        await add_product(connection, "Copper kettle", path="kettle")
    await index_all(database)
    async with database.transaction() as connection:
        await save_record(connection, Kind.PRODUCT, f"{SHOP}/kettle", {"name": "Steel kettle"})
    await index_all(database)
    assert await titles(database, "steel") == ["Steel kettle"]
    assert await titles(database, "copper") == []
    assert await counts_are_exact(database)


async def test_records_from_before_the_log_are_indexed_in_batches(database: Database) -> None:
    async with database.transaction() as connection:
        for number in range(7):
            await add_product(connection, f"Kettle {number}")
        await add_saved_recipe(connection, await new_user(connection), "Tea")
        await connection.execute("delete from unnumbered_changes")
    await index_all(database, batch=3)
    assert len(await titles(database, "kettle")) == 7
    assert len(await ask(database, "select from search_documents where recipe_id is not null")) == 1


async def test_a_reader_that_is_too_far_behind_indexes_everything_again(database: Database) -> None:
    async with database.transaction() as connection:
        await add_product(connection, "Copper kettle", path="kettle")
    await index_all(database)
    async with database.transaction() as connection:
        await save_record(connection, Kind.PRODUCT, f"{SHOP}/kettle", {"name": "Steel kettle"})
        await change_log.assign_numbers(connection, 100)
        await connection.execute("delete from record_changes")
        await connection.execute("update change_counter set deleted_to = last_number")
    await index_all(database)
    assert await titles(database, "steel") == ["Steel kettle"]


async def test_a_round_that_fails_is_repeated(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    await index_all(database)
    async with database.transaction() as connection:
        await add_product(connection, "Copper kettle")
        await change_log.assign_numbers(connection, 100)

    async def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched, pytest.raises(RuntimeError):
        patched.setattr(documents, "write", fail)
        await SearchIndexer(database).run_once()
    await SearchIndexer(database).run_once()
    assert await titles(database, "copper") == ["Copper kettle"]


async def test_two_indexers_at_once_index_every_change_once(database: Database) -> None:
    async with database.transaction() as connection:
        for number in range(40):
            await add_product(connection, f"Kettle {number}")
        await change_log.assign_numbers(connection, 1000)
    indexers = [SearchIndexer(database, 5) for _ in range(3)]

    async def run(indexer: SearchIndexer) -> None:
        for _ in range(40):
            await indexer.run_once()

    await asyncio.gather(*map(run, indexers))
    assert await counts_are_exact(database)
    assert (await ask(database, "select count(*) as amount from search_documents"))[0]["amount"] == 40


async def test_changes_of_all_kinds_are_indexed_together(database: Database) -> None:
    """One kind after the other would take a round for each change, should they alternate."""
    await index_all(database)
    async with database.transaction() as connection:
        for number in range(6):
            await add_product(connection, f"Copper kettle {number}")
            await add_record(connection, Kind.RECIPE, f"r{number}", {"title": f"Copper tea {number}"})
            await change_log.assign_numbers(connection, 100)
    assert await SearchIndexer(database).follow_changes() == 12
    assert len(await titles(database, "copper")) == 12
    assert await counts_are_exact(database)


async def test_workers_index_a_record_within_seconds_of_its_save(engine: Engine) -> None:
    """The documentation says five. The pauses leave room for the work; the limit below allows for a busy machine."""
    duties = [duty for duty in make_duties(engine) if duty.name in ("number_changes", "index_changes")]
    assert len(duties) == 2
    assert sum(max(duty.every_seconds, duty.idle_seconds) * 1.2 for duty in duties) < 4
    running = [asyncio.create_task(duty.run()) for duty in duties]
    try:
        async with asyncio.timeout(20):
            for name in ("Copper kettle", "Steel kettle"):  # the second when they have been idle
                async with engine.database.transaction() as connection:
                    await add_product(connection, name)
                while name not in await titles(engine.database, name):
                    await asyncio.sleep(0.1)
                await asyncio.sleep(1.0)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_a_fresh_search_waits_for_an_indexer_at_work(database: Database) -> None:
    await index_all(database)
    async with database.transaction() as connection:
        await add_product(connection, "Copper kettle")
    async with database.transaction() as connection:  # as one that has not committed what it indexed
        await change_log.hold_position(connection, CONSUMER)
        fresh = asyncio.create_task(SearchIndexer(database).catch_up_now())
        for _ in range(50):
            if (await ask(database, "select count(*) as amount from record_changes"))[0]["amount"]:
                break
            await asyncio.sleep(0.02)
        await asyncio.wait([fresh], timeout=0.2)
        assert not fresh.done()
    await fresh
    assert await titles(database, "copper") == ["Copper kettle"]


async def test_the_catalogue_gains_and_loses_a_record_with_its_standing_order(database: Database) -> None:
    async with database.transaction() as connection:
        await add_product(connection, "Copper kettle", path="kettle")
        (task,) = await (await connection.execute("select id from crawl_tasks")).fetchall()
    await index_all(database)
    async with database.transaction() as connection:
        await schedule.stop(connection, [task["id"]])
    assert await titles(database, "copper") == []
    assert await counts_are_exact(database)
    async with database.transaction() as connection:
        await connection.execute("update crawl_tasks set crawl_frequency = '1 day'")
        await connection.execute("select mark_catalogue(%s)", ([task["id"]],))
    assert await titles(database, "copper") == ["Copper kettle"]
    assert await counts_are_exact(database)


async def wait_for_a_lock(database: Database, task: asyncio.Task[Any]) -> None:
    """Wait until the task has ended, or a statement waits for a lock."""
    blocked = asyncio.create_task(until_blocked(database))
    await asyncio.wait([blocked, task], return_when=asyncio.FIRST_COMPLETED)
    blocked.cancel()


async def catalogue_products(database: Database) -> list[dict[str, Any]]:
    return await ask(database, "select url from products where in_catalogue")


@pytest.mark.parametrize("step", ["index", "save"])
async def test_a_page_that_leaves_the_catalogue_while_its_record_is_written_is_gone(
    database: Database, step: str
) -> None:
    """Whoever writes the record must not go by the order as it was before."""
    data = {"name": "Copper kettle"}
    await index_all(database)
    async with database.transaction() as connection:
        await add_page(connection, f"{SHOP}/kettle")
        if step == "index":
            await save_record(connection, Kind.PRODUCT, f"{SHOP}/kettle", data)
            await change_log.assign_numbers(connection, 100)
    (task,) = await ask(database, "select id from crawl_tasks")

    async def write() -> None:
        if step == "index":
            await SearchIndexer(database).follow_changes()
            return
        async with database.transaction() as connection:
            await save_record(connection, Kind.PRODUCT, f"{SHOP}/kettle", data)

    async with database.transaction() as connection:
        await schedule.stop(connection, [task["id"]])
        writing = asyncio.create_task(write())
        await wait_for_a_lock(database, writing)
    await writing
    assert await catalogue_products(database) == []
    assert await titles(database, "copper") == []


@pytest.mark.parametrize("step", ["index", "save"])
async def test_a_page_leaves_the_catalogue_with_a_record_that_is_being_written(database: Database, step: str) -> None:
    async with database.transaction() as connection:
        await add_page(connection, f"{SHOP}/kettle")
        if step == "index":
            await save_record(connection, Kind.PRODUCT, f"{SHOP}/kettle", {"name": "Copper kettle"})
    (task,) = await ask(database, "select id from crawl_tasks")

    async def leave() -> None:
        async with database.transaction() as connection:
            await connection.execute("update crawl_tasks set crawl_frequency = null")
            await connection.execute("select mark_catalogue(%s)", ([task["id"]],))

    async with database.transaction() as connection:
        if step == "index":
            (record,) = await documents.read_records(connection, Kind.PRODUCT, [page(f"{SHOP}/kettle").hash])
            await SearchIndexer(database)._write_records(connection, [(Kind.PRODUCT, record)])
        else:
            await save_record(connection, Kind.PRODUCT, f"{SHOP}/kettle", {"name": "Copper kettle"})
        leaving = asyncio.create_task(leave())
        await wait_for_a_lock(database, leaving)
    await leaving
    if step == "save":
        assert await catalogue_products(database) == []
    else:
        assert await titles(database, "copper") == []
        assert await counts_are_exact(database)


async def test_a_saved_recipe_is_found_at_once_and_gone_with_its_deletion(engine: Engine) -> None:
    database = engine.database
    async with database.transaction() as connection:
        ana = await new_user(connection)
    recipe = await saved_recipes.save_recipe(engine, ana, {"title": "Saffron buns", "ingredients": ["1 g saffron"]})
    assert await titles(database, "saffron", ana) == ["Saffron buns"]
    await saved_recipes.edit_recipe(engine, ana, recipe.id, {"title": "Cinnamon buns"}, ())
    assert await titles(database, "cinnamon buns", ana) == ["Cinnamon buns"]
    await saved_recipes.delete_recipe(engine, ana, recipe.id, ())
    assert await titles(database, "buns", ana) == []
    assert await counts_are_exact(database)


async def test_a_user_with_many_records_finds_the_rare_ones_among_them(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.search.postgres.MAX_FEW", 2)
    async with database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        for number in range(4):
            await add_product(connection, f"Ana's kettle {number}", owner=ana)
        await add_product(connection, "Ben's kettle", owner=ben)
    await index_all(database)
    assert len(await titles(database, "kettle", ana)) == 4


async def titles_of_five(database: Database, text: str, user_id: int) -> list[str]:
    """Search with room for five candidates."""
    request = SearchRequest(text, Viewer(user_id), with_facets=False)
    return [hit.title for hit in (await PostgresSearch(database, 5_000, cap=5).search(request)).hits]


async def test_own_records_are_found_though_the_catalogue_has_very_many(database: Database) -> None:
    async with database.transaction() as connection:
        ana = await new_user(connection)
        for number in range(8):
            await add_product(connection, f"Kettle {number}")
        await add_product(connection, "Ana's kettle", owner=ana)
        await add_saved_recipe(connection, ana, "Kettle corn")
    await index_all(database)
    assert {"Ana's kettle", "Kettle corn"} <= {*await titles_of_five(database, "kettle", ana)}


async def test_own_records_are_found_though_others_have_very_many(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.search.postgres.MAX_FEW", 2)
    async with database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        for number in range(8):
            await add_product(connection, f"Ben's kettle {number}", owner=ben)
        for number in range(3):
            await add_product(connection, f"Ana's kettle {number}", owner=ana)
    await index_all(database)
    assert len(await titles_of_five(database, "kettle", ana)) == 3


@pytest.mark.parametrize("few", [500, 2])
async def test_documents_of_others_are_not_read_to_tell_whether_a_user_has_a_word(
    database: Database, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    """It took seconds if somebody else has 100,000 documents with the word, and told by that that somebody has."""
    monkeypatch.setattr("garner.store.search.vocabulary.MAX_FEW", few)
    async with database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        for number in range(80):
            await add_product(connection, f"Zanzibarium kettle {number}", owner=ben)
        for number in range(3):
            await add_product(connection, f"Copper {number}", owner=ana)
    await index_all(database)
    read = "select idx_tup_fetch + seq_tup_read as rows from pg_stat_user_tables where relname = 'search_documents'"
    async with database.connection() as connection:
        (word,) = await vocabulary.counts(connection, ["zanzibarium"])
        await connection.execute("set enable_seqscan = off")  # as searches do
        await connection.execute("select pg_stat_force_next_flush()")
        (before,) = await (await connection.execute(read.encode())).fetchall()
        assert await vocabulary.visible_words(connection, [word], Viewer(ana)) == []
        await connection.execute("select pg_stat_force_next_flush()")
        (after,) = await (await connection.execute(read.encode())).fetchall()
    assert after["rows"] - before["rows"] <= 3


@pytest.mark.parametrize("few", [500, 2])
async def test_a_user_has_the_words_of_own_documents_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr("garner.store.search.vocabulary.MAX_FEW", few)
    async with database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        await add_product(connection, "Zanzibarium", owner=ben)
        await add_saved_recipe(connection, ben, "Tamarindium")
        for name in ("Copper", "Vermilion", "Kettle"):
            await add_product(connection, name, owner=ana)
        await add_saved_recipe(connection, ana, "Saffron")
    await index_all(database)
    names = ["zanzibarium", "tamarindium", "copper", "vermilion", "kettle", "saffron"]
    async with database.connection() as connection:
        known = await vocabulary.counts(connection, names)
        assert len(known) == len(names)
        own = await vocabulary.visible_words(connection, known, Viewer(ana))
        assert {word.text for word in own} == {*names[2:]}
        assert await vocabulary.visible_words(connection, known, Viewer()) == []


async def test_words_that_no_document_has_are_deleted(database: Database) -> None:
    async with database.transaction() as connection:
        await add_product(connection, "Copper kettle", path="kettle")
    await index_all(database)
    async with database.transaction() as connection:
        await connection.execute("delete from search_documents")
    async with database.transaction() as connection:
        assert await vocabulary.delete_unused(connection) > 0
    assert await ask(database, "select word from search_words") == []


async def test_a_record_can_become_public_after_a_user_asked_for_it(database: Database) -> None:
    async with database.transaction() as connection:
        ana = await new_user(connection)
        url_hash = await add_page(connection, f"{SHOP}/kettle", in_catalogue=False)
        await save_record(connection, Kind.PRODUCT, f"{SHOP}/kettle", {"name": "Copper kettle"})
        await own(connection, ana, Kind.PRODUCT, url_hash)
    await index_all(database)
    assert await titles(database, "copper") == []
    assert await titles(database, "copper", ana) == ["Copper kettle"]


async def test_a_search_that_takes_too_long_says_so(database: Database) -> None:
    async with database.transaction() as connection:
        await add_product(connection, "Copper kettle")
    await index_all(database)
    async with database.transaction() as connection:  # every reader waits for this lock
        await connection.execute("lock table search_documents in access exclusive mode")
        answer = await PostgresSearch(database, 100).search(SearchRequest("copper"))
    assert answer.timed_out
    assert answer.hits == ()


@pytest.mark.parametrize(
    "text", ["chocolate kettle", "choclate ketle", "kettle -green", '"copper kettle"', "ket*", "the"]
)
async def test_a_search_reads_the_index_and_not_the_table(database: Database, text: str) -> None:
    """Also on statistics that are not there yet."""
    async with database.transaction() as connection:
        for number in range(30):
            await add_product(connection, f"Chocolate kettle {number}")
    await index_all(database)
    statistics = "select seq_scan from pg_stat_user_tables where relname = 'search_documents'"
    await ask(database, "select pg_stat_force_next_flush()")
    (before,) = await ask(database, statistics)
    await titles(database, text)
    await ask(database, "select pg_stat_force_next_flush()")
    (after,) = await ask(database, statistics)
    assert after["seq_scan"] == before["seq_scan"]
