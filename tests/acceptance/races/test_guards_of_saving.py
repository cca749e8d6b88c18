"""Concurrent saves, edits and deletes of the same recipe: a recipe and the commit of its job happen together or not
at all, and no edit is lost silently.

The guard of the commit is proved with those of the mailbox; here the whole save waits for the first operation. The
guard of edits is proved twice: its interleaving has the right outcome, and the wrong one without it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from functools import partial
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import pytest
from tests.acceptance.races.interleaving import Cast
from tests.acceptance.races.test_guards_of_the_mailbox import abandon, complete, status
from tests.integration.helpers import new_user, rows
from uuid_utils.compat import uuid7

from garner.blobs import local_blobs
from garner.engine import Engine
from garner.engine.people.saved_recipes import delete_recipe, edit_recipe, find_recipe, save_recipe
from garner.errors import Conflict, NotFound
from garner.postgres.database import Connection, Database
from garner.settings import Settings
from garner.store.people import mailbox, saved_recipes
from garner.store.people.saved_recipes import Content, SaveRequest

T = TypeVar("T")
SOUP = {"title": "Soup"}
LOCK = "for update of s"


@pytest.fixture
async def engine(stage_url: str, settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with Database(stage_url, size=2) as database:
        yield Engine(settings, database, local_blobs(tmp_path / "bodies"), wake=lambda stage: None)


async def begin(cast: Cast, act: Awaitable[T]) -> asyncio.Future[T]:
    """Return once the engine waits for one of the actors."""
    begun = asyncio.ensure_future(act)
    waiting = "select 1 from pg_stat_activity where application_name = 'garner' and wait_event_type = 'Lock'"
    while not await rows(cast.watcher, f"{waiting} and datname = current_database()"):
        assert not begun.done(), "it did not wait"
        await asyncio.sleep(0.001)
    return begun


async def saved(cast: Cast) -> int:
    return len(await rows(cast.watcher, "select 1 from saved_recipes"))


# Saving and other ends of the job -----------------------------------------------------------------------------


async def test_saving_a_job_that_is_being_abandoned_saves_nothing(cast: Cast, engine: Engine) -> None:
    one, *_ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        assert await abandon(one) == 1
        saving = await begin(cast, save_recipe(engine, user_id, SOUP, job_id))
    with pytest.raises(Conflict, match="abandoned"):
        await saving
    assert (await status(cast, job_id), await saved(cast)) == ("ABANDONED", 0)


async def test_saving_succeeds_if_the_abandon_is_rolled_back(cast: Cast, engine: Engine) -> None:
    one, *_ = cast.actors
    user_id, job_id = await complete(cast)
    with pytest.raises(ZeroDivisionError):
        async with one.transaction():
            assert await abandon(one) == 1
            saving = await begin(cast, save_recipe(engine, user_id, SOUP, job_id))
            raise ZeroDivisionError
    recipe = await saving
    assert (recipe.parse_job_id, await status(cast, job_id), await saved(cast)) == (job_id, "COMMITTED", 1)


async def test_the_second_of_two_concurrent_saves_gets_a_conflict(cast: Cast, engine: Engine) -> None:
    one, *_ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        assert await mailbox.commit(one, user_id, job_id)
        saving = await begin(cast, save_recipe(engine, user_id, SOUP, job_id))
    with pytest.raises(Conflict, match="already saved"):
        await saving
    assert await saved(cast) == 0


async def test_saving_a_job_that_is_being_deleted_gets_not_found(cast: Cast, engine: Engine) -> None:
    one, *_ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        await one.execute("delete from job_items where id = %s", (job_id,))
        saving = await begin(cast, save_recipe(engine, user_id, SOUP, job_id))
    with pytest.raises(NotFound):
        await saving
    assert await saved(cast) == 0


async def test_a_saved_job_is_not_abandoned(cast: Cast, engine: Engine) -> None:
    one, *_ = cast.actors
    user_id, job_id = await complete(cast)
    recipe = await save_recipe(engine, user_id, SOUP, job_id)
    assert await abandon(one) == 0
    assert (await find_recipe(engine, user_id, recipe.id)).revision == 1
    assert await status(cast, job_id) == "COMMITTED"


# Two tabs -----------------------------------------------------------------------------------------------------


async def written(cast: Cast) -> tuple[int, UUID]:
    one, *_ = cast.actors
    user_id, recipe_id = await new_user(one), uuid7()
    await saved_recipes.insert(one, recipe_id, user_id, content(), SaveRequest(None, None, ""))
    return user_id, recipe_id


def content(**data: str) -> Content:
    return Content("Soup", {"title": "Soup", **data}, " soup", None, None, None, None)


async def write_after_reading(connection: Connection, user_id: int, recipe_id: UUID, name: str) -> int:
    """Add a field to the recipe as read, and return the revision that was read."""
    found = await saved_recipes.find(connection, user_id, recipe_id, lock=True)
    assert found is not None
    await saved_recipes.update(connection, user_id, recipe_id, content(**{**found.data, name: name}))
    return found.revision


async def edit_while_another_edits(cast: Cast) -> tuple[int, dict[str, str]]:
    one, two, _ = cast.actors
    user_id, recipe_id = await written(cast)
    second = partial(write_after_reading, user_id=user_id, recipe_id=recipe_id, name="notes")
    async with one.transaction():
        assert await write_after_reading(one, user_id, recipe_id, "yields") == 1
        editing = await cast.begin(two, second)
        assert editing.waits
    revision = await editing
    (row,) = await rows(cast.watcher, "select data from saved_recipes")
    return revision, row["data"]


async def test_a_concurrent_edit_sees_the_first_edit(cast: Cast) -> None:
    revision, data = await edit_while_another_edits(cast)
    assert (revision, data) == (2, {"title": "Soup", "yields": "yields", "notes": "notes"})


@pytest.mark.slow
async def test_without_the_lock_an_edit_undoes_the_other(cast: Cast) -> None:
    cast.actors[1].leave_out(LOCK)
    revision, data = await edit_while_another_edits(cast)
    assert (revision, data) == (1, {"title": "Soup", "notes": "notes"})


async def test_an_edit_based_on_an_old_revision_gets_a_conflict_with_the_new_revision(
    cast: Cast, engine: Engine
) -> None:
    one, *_ = cast.actors
    user_id, recipe_id = await written(cast)
    async with one.transaction():
        await write_after_reading(one, user_id, recipe_id, "yields")
        editing = await begin(cast, edit_recipe(engine, user_id, recipe_id, {"notes": "mine"}, [1]))
    with pytest.raises(Conflict, match="revision is now 2"):
        await editing


async def test_editing_a_recipe_that_is_being_deleted_gets_not_found(cast: Cast, engine: Engine) -> None:
    one, *_ = cast.actors
    user_id, recipe_id = await written(cast)
    async with one.transaction():
        await saved_recipes.delete(one, user_id, recipe_id)
        editing = await begin(cast, edit_recipe(engine, user_id, recipe_id, {"notes": "mine"}, []))
    with pytest.raises(NotFound):
        await editing


async def test_deleting_an_old_revision_gets_a_conflict(cast: Cast, engine: Engine) -> None:
    one, *_ = cast.actors
    user_id, recipe_id = await written(cast)
    async with one.transaction():
        await write_after_reading(one, user_id, recipe_id, "notes")
        deleting = await begin(cast, delete_recipe(engine, user_id, recipe_id, [1]))
    with pytest.raises(Conflict):
        await deleting
    assert await saved(cast) == 1
