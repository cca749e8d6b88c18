"""What listing and searching one's recipes read, when there are many people with many."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from psycopg.types.json import Jsonb
from tests.integration.helpers import value
from tests.integration.test_plans import Watched, large

from garner.store import saved_recipes
from garner.store.mailbox import Place

__all__ = ["large"]  # a fixture

PEOPLE, EACH = 40, 500
LOAD = """
    with people as (
        insert into users (email) select 'p' || n || '@example.com' from generate_series(1, %(people)s) n
        returning user_id)
    insert into saved_recipes (id, user_id, title, data, words, updated_at)
    select gen_random_uuid(), user_id, 'Recipe ' || n, %(data)s, ' recipe ' || n, now() - n * interval '1 minute'
    from people, generate_series(1, %(each)s) n
"""


@pytest.fixture
def large_url(shared_url: str) -> str:
    return shared_url


async def loaded(large: Watched) -> int:
    await large.connection.execute(LOAD, {"people": PEOPLE, "each": EACH, "data": Jsonb({"tags": []})})
    await large.connection.execute("analyze saved_recipes")
    user_id = await value(large.connection, "select min(user_id) from users")
    await large.forget()
    return int(user_id)


async def assert_index_alone_was_read(large: Watched, most: int) -> None:
    read = await large.forget()
    assert {(table, how) for table, how, *_ in read} == {("saved_recipes", "Index Scan")}
    assert sum(count for _, _, count, _ in read) <= most, read


async def test_a_page_of_the_list_reads_a_page_of_one_persons_recipes(large: Watched) -> None:
    user_id = await loaded(large)
    place = Place(datetime.now(UTC) - timedelta(minutes=100), UUID(int=0))
    for after in (None, place):
        assert len(await saved_recipes.listing(large.connection, user_id, [], limit=50, after=after)) == 50
        await assert_index_alone_was_read(large, 50)


async def test_a_search_stops_when_it_has_found_enough(large: Watched) -> None:
    user_id = await loaded(large)
    assert len(await saved_recipes.listing(large.connection, user_id, ["recipe", "4"], limit=5)) == 5
    await assert_index_alone_was_read(large, 50)
