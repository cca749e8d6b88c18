"""The rows that listing and searching the recipes of a user read, with many users and recipes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg
import pytest
from psycopg.types.json import Jsonb
from tests.integration.helpers import value
from tests.integration.loaded_databases import TRUE, load_template, own_database
from tests.integration.test_plans import Watched, large

from garner.store.people import saved_recipes
from garner.store.people.mailbox import MailboxCursor

__all__ = ["large"]  # a fixture

PEOPLE, EACH = 40, 500
LOAD = """
    with people as (
        insert into users (email) select 'p' || n || '@example.com' from generate_series(1, %(people)s) n
        returning user_id),
    pages as (
        insert into resources (url_hash, url)
        select lpad(n::text, 64, '0'), 'https://example.com/' || n from generate_series(1, %(each)s) n
        returning url_hash),
    records as (
        insert into recipes (url_hash, ingredients, data, extractor, extractor_version, strategy, confidence, parsed_at)
        select url_hash, '[]', '{}', 'x', 'x', 'x', 1, now() from pages)
    insert into saved_recipes (id, user_id, title, data, words, updated_at, url_hash)
    select gen_random_uuid(), user_id, 'Recipe ' || n, %(data)s, ' recipe ' || n, now() - n * interval '1 minute',
           lpad(n::text, 64, '0')
    from people, generate_series(1, %(each)s) n
"""


def load(cursor: "psycopg.ClientCursor[tuple[object, ...]]") -> None:
    cursor.execute("set local session_replication_role = replica")
    cursor.execute(LOAD, {"people": PEOPLE, "each": EACH, "data": Jsonb({"tags": []})})


@pytest.fixture(scope="module")
def large_url(server_url: str, template: str) -> Iterator[str]:
    with own_database(server_url, load_template(server_url, "saved_recipes", load, TRUE)) as url:
        yield url


@pytest.fixture
async def user_id(large: Watched) -> int:
    found = await value(large.connection, "select min(user_id) from users")
    await large.forget()
    return int(found)


async def assert_indexes_alone_were_read(large: Watched, max_reads: int) -> None:
    """Check that the recipes of the list and the pages of the shown ones were read by index only."""
    read = await large.forget()
    assert {(table, how) for table, how, *_ in read} == {("saved_recipes", "Index Scan"), ("recipes", "Index Scan")}
    assert all(count <= max_reads for _, _, count, _ in read), read


async def test_a_page_of_the_list_reads_one_page_of_one_users_recipes(large: Watched, user_id: int) -> None:
    place = MailboxCursor(datetime.now(UTC) - timedelta(minutes=100), UUID(int=0))
    for after in (None, place):
        assert len(await saved_recipes.listing(large.connection, user_id, [], limit=50, after=after)) == 50
        await assert_indexes_alone_were_read(large, 50)


async def test_a_search_stops_when_it_has_found_enough(large: Watched, user_id: int) -> None:
    assert len(await saved_recipes.listing(large.connection, user_id, ["recipe", "4"], limit=5)) == 5
    await assert_indexes_alone_were_read(large, 50)
