"""Stored bodies that are still needed, and the references that are deleted with a body."""

from tests.integration.helpers import CAKE, ask, claim_body, extracted, fetch_page, recipe, settle_body, task

from garner.postgres.database import Connection
from garner.store.crawl import bodies

BODY = "aa/body.zst"


async def test_a_body_is_referenced_while_a_task_points_to_it(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    assert await bodies.find_referenced(connection, [BODY, "bb/other.zst"]) == {BODY}


async def test_the_validators_of_a_body_are_deleted_with_it(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    await settle_body(connection, extracted(await claim_body(connection), recipe()))
    assert await bodies.forget(connection, [BODY, "bb/other.zst"]) == {BODY, "bb/other.zst"}
    forgotten = await task(connection, CAKE)
    assert (forgotten["html_path"], forgotten["etag"], forgotten["last_modified"]) == (None, None, None)


async def test_a_body_that_is_not_yet_extracted_is_kept(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    assert await bodies.forget(connection, [BODY]) == set()
    claim = await claim_body(connection)
    assert await bodies.forget(connection, [BODY]) == set()
    assert claim.html_path == BODY
