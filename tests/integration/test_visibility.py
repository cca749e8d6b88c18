"""Which records a user sees: those of the catalogue, and those they asked for."""

from uuid import uuid4

from tests.integration.helpers import (
    CAKE,
    ask,
    claim_body,
    extracted,
    fetch_page,
    finish_page,
    new_user,
    page,
    recipe,
    settle_body,
    value,
)

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.postgres.database import Connection
from garner.store.records.visibility import is_visible


async def sees(connection: Connection, user_id: int | None, kind: Kind = Kind.RECIPE, url: str = CAKE) -> bool:
    cursor = await connection.execute(
        f"select {is_visible('r')} as visible from (select %(kind)s::text as kind, %(url_hash)s::text as url_hash) r",
        {"user_id": user_id, "kind": kind, "url_hash": page(url).hash},
    )
    (row,) = await cursor.fetchall()
    return bool(row["visible"])


async def test_a_user_sees_the_records_they_asked_for_and_nobody_elses(connection: Connection) -> None:
    asker, other = await new_user(connection), await new_user(connection)
    await ask(connection, user_id=asker)
    assert not await sees(connection, asker)  # there is none yet
    await finish_page(connection, recipe())
    assert await sees(connection, asker)
    assert not await sees(connection, asker, Kind.PRODUCT)
    assert not await sees(connection, other)


async def test_a_record_found_for_any_kind_is_seen_as_the_kind_that_was_found(connection: Connection) -> None:
    user = await new_user(connection)
    await ask(connection, user_id=user, kind="auto")  # type: ignore[arg-type]
    await fetch_page(connection)
    assert await settle_body(connection, extracted(await claim_body(connection), recipe(), kinds=tuple(Kind)))
    assert await value(connection, "select kind from job_items") == "recipe"
    assert await sees(connection, user)
    assert not await sees(connection, user, Kind.PRODUCT)


async def test_guests_see_the_catalogue_alone(connection: Connection) -> None:
    await ask(connection, user_id=None)
    await finish_page(connection, recipe())
    assert not await sees(connection, None)
    await connection.execute("update crawl_tasks set crawl_frequency = interval '1 day'")
    assert await sees(connection, None)


async def test_pages_that_operators_crawl_again_and_again_are_the_catalogue(connection: Connection) -> None:
    asker, other = await new_user(connection), await new_user(connection)
    await ask(connection, user_id=asker)
    await finish_page(connection, recipe())
    assert not await sees(connection, other)
    await connection.execute("update crawl_tasks set crawl_frequency = interval '1 day'")
    assert await sees(connection, other)


async def test_a_user_sees_the_recipes_of_pages_they_saved(connection: Connection) -> None:
    user, other = await new_user(connection), await new_user(connection)
    await ask(connection)
    await finish_page(connection, recipe())
    await connection.execute(
        """
        insert into saved_recipes (id, user_id, title, data, words, url_hash) values (%s, %s, 'Cake', '{}', '', %s)
        """,
        (uuid4(), user, page(CAKE).hash),
    )
    assert await sees(connection, user)
    assert not await sees(connection, user, Kind.PRODUCT)
    assert not await sees(connection, other)


async def test_a_record_that_a_request_got_without_a_fetch_is_its_users_own(connection: Connection) -> None:
    user = await new_user(connection)
    await ask(connection)
    await finish_page(connection, recipe())
    submission = await ask(connection, user_id=user, origin=Origin.MAILBOX)
    assert submission.outcome == "completed"
    assert await sees(connection, user)
