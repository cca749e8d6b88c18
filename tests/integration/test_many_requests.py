"""Reading and canceling many requests at once."""

import asyncio

from tests.services import ask_for_page

from garner.cli.commands.one_shot import Interruption, working_engine
from garner.cli.commands.parse import ParseOptions, ParseRun, ParseTally
from garner.cli.render.progress import FailureReason
from garner.cli.render.results import Result
from garner.core.lifecycle import ItemStatus, Origin, TaskStatus
from garner.core.record import Kind
from garner.engine import Engine, cancel_all, find_outcomes, find_whereabouts
from garner.sample import SampleSite
from garner.settings import Settings
from garner.store.tasks import items


async def ask(engine: Engine, name: str, origin: Origin = Origin.CLI):
    answer = await ask_for_page(engine, f"http://127.0.0.1/{name}", kind=Kind.RECIPE, origin=origin)
    assert answer.item_id is not None
    return answer.item_id


async def work_left(engine: Engine) -> int:
    async with engine.database.connection() as connection:
        row = await (await connection.execute("select count(*) as left from work")).fetchone()
    return row["left"]


async def test_only_ended_items_have_an_outcome(engine: Engine) -> None:
    one, other = await ask(engine, "one"), await ask(engine, "other")
    assert await find_outcomes(engine, [one, other]) == []
    await cancel_all(engine, [one])
    (outcome,) = await find_outcomes(engine, [one, other])
    assert (outcome.id, outcome.status, outcome.code) == (one, ItemStatus.CANCELED, "canceled")


async def test_whereabouts_give_the_task_status_of_an_open_item(engine: Engine) -> None:
    (place,) = await find_whereabouts(engine, [await ask(engine, "one")])
    assert (place.status, place.task_status, place.error) == (ItemStatus.PENDING, TaskStatus.QUEUED, None)


async def test_canceling_many_counts_the_open_ones_and_leaves_no_work(engine: Engine) -> None:
    asked = [await ask(engine, str(number)) for number in range(5)]
    assert await cancel_all(engine, asked[:2]) == 2
    assert await cancel_all(engine, asked) == 3
    assert await work_left(engine) == 0


async def test_a_page_that_another_request_waits_for_keeps_its_work(engine: Engine) -> None:
    mine = await ask(engine, "shared")
    theirs = await ask(engine, "shared", Origin.PARSE)
    assert await cancel_all(engine, [mine]) == 1
    assert await work_left(engine) == 1
    assert await find_outcomes(engine, [theirs]) == []


async def test_an_answer_is_bounded_and_the_next_one_has_the_rest(engine: Engine) -> None:
    asked = [await ask(engine, str(number)) for number in range(3)]
    await cancel_all(engine, asked)
    async with engine.database.connection() as connection:
        first = await items.outcomes(connection, asked, limit=2)
        rest = await items.outcomes(connection, list(set(asked) - {outcome.id for outcome in first}), limit=2)
    assert len(first) == 2 and {outcome.id for outcome in (*first, *rest)} == set(asked)


class Silent:
    def advance(self, *, failed: bool) -> None:
        pass

    def explain(self, reason: FailureReason) -> None:
        pass


async def test_a_page_that_failed_is_reported_again_and_not_fetched_again(
    settings: Settings, database_url: str
) -> None:
    results: list[Result] = []
    async with SampleSite() as site, working_engine(settings, database_url) as (engine, worker):
        run = ParseRun(
            engine,
            worker,
            ParseOptions(Kind.RECIPE, None, use_llm=False),
            ParseTally(2, results.append, Silent()),
            Interruption(),
        )
        for _ in range(2):
            await asyncio.wait_for(run.process([f"{site.url}/recipes/nothing-here"]), 20)
    assert [result.code for result in results] == ["gone", "gone"]
    assert site.requests["/recipes/nothing-here"] == 1
