"""Face 1 over HTTP: sending links, reading their status, canceling them, listing the mailbox."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from garner.core.lifecycle import ITEM_MOVES, OPEN_ITEM, ItemStatus
from garner.runtime.duties.background import abandon_unsaved

from .conftest import ASYNC, RECIPE, Garner

JOBS = "/recipes/parse-url/jobs"


async def send(person: httpx.AsyncClient, url: str, **fields: Any) -> dict[str, Any]:
    answer = await person.post(ASYNC, json={"url": url, **fields})
    assert answer.status_code == 202, answer.text
    return dict(answer.json())


async def status(person: httpx.AsyncClient, job_id: str) -> dict[str, Any]:
    answer = await person.get(f"/recipes/parse-url/status/{job_id}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def listed(person: httpx.AsyncClient, **query: Any) -> list[dict[str, Any]]:
    answer = await person.get(JOBS, params=query)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["jobs"])


async def complete(garner: Garner, person: httpx.AsyncClient, path: str = RECIPE) -> str:
    job = await send(person, garner.page(path))
    await garner.work()
    return str(job["id"])


# Sending ------------------------------------------------------------------------------------------------------


async def test_a_link_is_accepted_and_becomes_a_recipe(garner: Garner, ana: httpx.AsyncClient) -> None:
    job = await send(ana, garner.page())
    assert job == {"id": job["id"], "job_type": "url", "url": garner.page(), "status": "PENDING"}
    await garner.work()
    state = await status(ana, job["id"])
    assert state["status"] == "COMPLETE"
    result = state["result"]
    assert set(result) == {"success", "recipe", "used_llm", "parser_strategy", "warnings"}
    assert (result["success"], result["used_llm"]) == (True, False)
    assert result["parser_strategy"] == "schema_org_json_ld"
    assert result["recipe"]["title"] == "Lemon drizzle cake"
    assert result["recipe"]["ingredients"]
    assert (state["error_code"], state["error_message"]) == (None, None)


async def test_the_same_link_in_progress_is_the_same_job_for_one_user_only(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    first = await send(ana, garner.page())
    again = await asyncio.gather(*(send(ana, garner.page()) for _ in range(5)))
    assert {job["id"] for job in again} == {first["id"]}
    assert (await send(ben, garner.page()))["id"] != first["id"]
    assert len(await garner.execute("select 1 from work")) == 1  # and yet one fetch


async def test_a_recently_parsed_page_completes_the_job_at_once(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    await complete(garner, ana)
    job = await send(ben, garner.page())
    assert job["status"] == "COMPLETE"
    assert (await status(ben, job["id"]))["result"]["recipe"]["title"] == "Lemon drizzle cake"
    assert await garner.execute("select 1 from work") == []
    assert [entry["id"] for entry in await listed(ben)] == [job["id"]]


async def test_concurrent_requests_for_a_known_page_each_get_a_completed_job(
    garner: Garner, ana: httpx.AsyncClient
) -> None:
    await complete(garner, ana)
    people = [await garner.person(f"person{number}@example.com") for number in range(8)]
    jobs = await asyncio.gather(*(send(person, garner.page()) for person in people))
    assert {job["status"] for job in jobs} == {"COMPLETE"}
    assert len({job["id"] for job in jobs}) == 8


async def test_sending_a_link_again_after_its_job_ended_creates_a_new_job(
    garner: Garner, ana: httpx.AsyncClient
) -> None:
    first = await complete(garner, ana)
    assert (await send(ana, garner.page()))["id"] != first


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "url"),
        ({"url": 7}, "url"),
        ({"url": "ftp://example.com/"}, "url"),
        ({"url": ""}, "url"),
        ({"url": "https://example.com/", "use_llm_fallback": "perhaps"}, "use_llm_fallback"),
    ],
)
async def test_an_invalid_body_names_the_field(ana: httpx.AsyncClient, body: Any, field: str) -> None:
    answer = await ana.post(ASYNC, json=body)
    assert answer.status_code == 422
    assert [problem["field"] for problem in answer.json()["fields"]] == [field]


async def test_the_llm_fallback_is_allowed_by_default(garner: Garner, ana: httpx.AsyncClient) -> None:
    allowed = await send(ana, garner.page())
    forbidden = await send(ana, garner.page("/recipes/other"), use_llm_fallback=False)
    rows = await garner.execute("select id::text, use_llm_fallback from job_items")
    assert {row["id"]: row["use_llm_fallback"] for row in rows} == {allowed["id"]: True, forbidden["id"]: False}


# Status -------------------------------------------------------------------------------------------------------


async def test_a_missing_page_is_an_error_with_a_code_and_a_message(garner: Garner, ana: httpx.AsyncClient) -> None:
    state = await status(ana, await complete(garner, ana, "/no/such/page"))
    assert (state["status"], state["result"]) == ("ERROR", None)
    assert state["error_code"] and state["error_message"]


@pytest.mark.parametrize(("ending", "code"), [("NOT_FOUND", "not_found"), ("SKIPPED", "skipped")])
async def test_outcomes_unknown_to_this_face_are_errors_with_their_code(
    garner: Garner, ana: httpx.AsyncClient, ending: str, code: str
) -> None:
    job = await send(ana, garner.page())
    await garner.execute("update job_items set status = %s, completed_at = now(), error_code = 'other'", ending)
    state = await status(ana, job["id"])
    assert (state["status"], state["error_code"]) == ("ERROR", code)
    assert [entry["error_code"] for entry in await listed(ana, status="ERROR")] == [code]


async def test_a_job_in_progress_has_the_status_running(garner: Garner, ana: httpx.AsyncClient) -> None:
    job = await send(ana, garner.page())
    await garner.execute("update job_items set status = 'PROCESSING'")
    assert (await status(ana, job["id"]))["status"] == "RUNNING"
    assert [entry["id"] for entry in await listed(ana, status="RUNNING")] == [job["id"]]


# Canceling ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["PENDING", "PROCESSING"])
async def test_an_open_job_can_be_canceled(garner: Garner, ana: httpx.AsyncClient, before: str) -> None:
    job = await send(ana, garner.page())
    await garner.execute("update job_items set status = %s where status <> %s", before, before)
    answer = await ana.post(f"{JOBS}/{job['id']}/cancel")
    assert (answer.status_code, answer.json()) == (200, {"id": job["id"], "status": "CANCELED"})
    [row] = await garner.execute("select status, canceled_at is not null as is_set from job_items")
    assert row == {"status": "CANCELED", "is_set": True}
    await garner.work()
    assert (await status(ana, job["id"]))["result"] is None


async def test_canceling_does_not_affect_jobs_of_other_users_for_the_page(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    hers, his = await send(ana, garner.page()), await send(ben, garner.page())
    await ana.post(f"{JOBS}/{hers['id']}/cancel")
    await garner.work()
    assert (await status(ana, hers["id"]))["status"] == "CANCELED"
    assert (await status(ben, his["id"]))["status"] == "COMPLETE"


@pytest.mark.parametrize(
    "ended", [status for status in ItemStatus if status not in (ItemStatus.PENDING, ItemStatus.PROCESSING)]
)
async def test_an_ended_job_cannot_be_canceled(garner: Garner, ana: httpx.AsyncClient, ended: ItemStatus) -> None:
    job = await send(ana, garner.page())
    if ended in (ItemStatus.COMMITTED, ItemStatus.ABANDONED):
        await garner.execute("update job_items set status = 'DONE', completed_at = now()")
    await garner.execute("update job_items set status = %s, completed_at = now()", ended)
    answer = await ana.post(f"{JOBS}/{job['id']}/cancel")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert [row["status"] for row in await garner.execute("select status from job_items")] == [ended]
    assert not any(move.target == ItemStatus.CANCELED for move in ITEM_MOVES if move.source == ended)


# The mailbox --------------------------------------------------------------------------------------------------


async def test_the_mailbox_lists_previews_without_results(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await complete(garner, ana)
    [entry] = await listed(ana)
    assert entry["id"] == job_id
    assert entry["preview"] == {"title": "Lemon drizzle cake", "source_host": "127.0.0.1"}
    assert (entry["job_type"], entry["url"], entry["status"]) == ("url", garner.page(), "COMPLETE")
    assert datetime.fromisoformat(entry["completed_at"])
    assert entry["warnings"] == []
    assert "result" not in entry and "ingredients" not in str(entry)


async def test_by_default_only_recent_completed_jobs_are_listed(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await complete(garner, ana)
    await send(ana, garner.page("/recipes/other"))
    assert [entry["id"] for entry in await listed(ana)] == [job_id]
    await garner.execute("update job_items set completed_at = now() - interval '4321 minutes' where status = 'DONE'")
    assert await listed(ana) == []
    assert [entry["id"] for entry in await listed(ana, include_expired=True)] == [job_id]


async def test_the_status_filter_and_include_expired_select_jobs(garner: Garner, ana: httpx.AsyncClient) -> None:
    await complete(garner, ana)
    failed = await complete(garner, ana, "/no/such/page")
    waiting = (await send(ana, garner.page("/recipes/other")))["id"]
    assert [entry["id"] for entry in await listed(ana, status="ERROR")] == [failed]
    assert [entry["id"] for entry in await listed(ana, status="PENDING", include_expired=True)] == [waiting]
    await garner.execute("update job_items set completed_at = now() - interval '10 days' where status = 'ERROR'")
    assert await listed(ana, status="ERROR") == []
    assert [entry["id"] for entry in await listed(ana, status="ERROR", include_expired=True)] == [failed]


async def test_other_origins_are_never_listed(garner: Garner, ana: httpx.AsyncClient) -> None:
    await complete(garner, ana)
    await garner.execute(
        """insert into job_items (id, origin, user_id, kind, url, url_hash, status, completed_at)
           select %s, 'cli', user_id, kind, url, url_hash, 'DONE', now() from job_items""",
        uuid4(),
    )
    assert len(await listed(ana)) == 1
    [other] = await garner.execute("select id from job_items where origin = 'cli'")
    assert (await ana.get(f"/recipes/parse-url/status/{other['id']}")).status_code == 404
    assert (await ana.post(f"{JOBS}/{other['id']}/cancel")).status_code == 404


@pytest.mark.parametrize("wanted", ["COMPLETE", "ERROR", "PENDING"])
async def test_pages_of_the_mailbox_have_no_gap_or_overlap(garner: Garner, ana: httpx.AsyncClient, wanted: str) -> None:
    """Also when many jobs ended at the same time."""
    made = {"COMPLETE": ["DONE"], "ERROR": ["ERROR", "NOT_FOUND", "SKIPPED"], "PENDING": ["PENDING"]}[wanted]
    await send(ana, garner.page())
    await garner.execute("update job_items set status = 'CANCELED', completed_at = now()")
    for number in range(11):
        await garner.execute(
            """insert into job_items (id, origin, user_id, kind, url, status, completed_at)
               select uuidv7(), 'mailbox', user_id, 'recipe', 'https://example.com/' || %s, %s,
                      case when %s <> 'PENDING' then date_trunc('hour', now()) - %s * interval '1 hour' end
               from users""",
            number,
            made[number % len(made)],
            made[0],
            number // 4,
        )
    seen: list[str] = []
    after: dict[str, Any] = {}
    while True:
        page = (await ana.get(JOBS, params={"status": wanted, "limit": 2, **after})).json()
        seen += [entry["url"] for entry in page["jobs"]]
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert sorted(seen) == sorted(f"https://example.com/{number}" for number in range(11))
    if wanted == "PENDING":
        assert seen == sorted(seen, key=lambda url: -int(url.rsplit("/", 1)[1]))


@pytest.mark.parametrize(("there", "pages"), [(3, [3]), (200, [200]), (230, [200, 30])])
async def test_by_default_a_page_has_up_to_200_jobs_and_a_cursor(
    garner: Garner, ana: httpx.AsyncClient, there: int, pages: list[int]
) -> None:
    await garner.execute(
        """insert into job_items (id, origin, user_id, kind, url, status, completed_at)
           select uuidv7(), 'mailbox', user_id, 'recipe', 'https://example.com/', 'DONE', now()
           from users, generate_series(1, %s)""",
        there,
    )
    page = (await ana.get(JOBS)).json()
    seen = [page]
    while page["next"] is not None:
        page = (await ana.get(JOBS, params={"after": page["next"]})).json()
        seen.append(page)
    assert [len(page["jobs"]) for page in seen] == pages


@pytest.mark.parametrize(
    "query",
    [
        {"status": "DONE"},
        {"status": "nonsense"},
        {"include_expired": "perhaps"},
        {"limit": 0},
        {"limit": 201},
        {"after": "nonsense"},
        {"after": "MjAyNi0wMS0wMVQwMDowMDowMCswMDowMCA3"},
    ],
)
async def test_invalid_parameters_are_rejected(ana: httpx.AsyncClient, query: dict[str, str]) -> None:
    answer = await ana.get(JOBS, params=query)
    assert answer.status_code == 422
    assert answer.json()["fields"][0]["field"] in query


# Abandoning ---------------------------------------------------------------------------------------------------


async def test_an_unsaved_job_is_abandoned_after_its_time(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await complete(garner, ana)
    assert await abandon_unsaved(garner.engine) == 0
    await garner.execute("update job_items set completed_at = now() - interval '4321 minutes'")
    assert await abandon_unsaved(garner.engine) == 1
    [row] = await garner.execute("select status, abandoned_at is not null as is_set, record_version from job_items")
    assert row == {"status": "ABANDONED", "is_set": True, "record_version": 1}
    assert (await status(ana, job_id))["status"] == "ABANDONED"
    assert await listed(ana) == []
    assert [entry["id"] for entry in await listed(ana, status="ABANDONED")] == [job_id]
    await garner.execute("update job_items set abandoned_at = now() - interval '4321 minutes'")
    assert await listed(ana, status="ABANDONED") == []
    assert await abandon_unsaved(garner.engine) == 0


async def test_only_completed_mailbox_jobs_are_abandoned(garner: Garner, ana: httpx.AsyncClient) -> None:
    await complete(garner, ana, "/no/such/page")
    await garner.execute("update job_items set completed_at = now() - interval '10 days'")
    await garner.execute(
        """insert into job_items (id, origin, kind, url, status, completed_at)
           values (%s, 'parse', 'recipe', 'https://example.com/', 'DONE', now() - interval '10 days')""",
        uuid4(),
    )
    assert await abandon_unsaved(garner.engine) == 0


async def test_the_result_of_an_abandoned_job_can_be_pruned(
    garner: Garner, ana: httpx.AsyncClient, reset: Callable[..., None]
) -> None:
    job_id = await complete(garner, ana)
    reset(prune_abandoned=True, recipe_parse_job_abandon_minutes=5)
    await garner.execute("update job_items set completed_at = now() - interval '6 minutes'")
    assert await abandon_unsaved(garner.engine) == 1
    state = await status(ana, job_id)
    assert (state["status"], state["result"]) == ("ABANDONED", None)


# Dropping -----------------------------------------------------------------------------------------------------


async def test_a_dropped_job_is_abandoned_at_once_and_its_link_can_be_sent_again(
    garner: Garner, ana: httpx.AsyncClient
) -> None:
    job_id = await complete(garner, ana)
    answer = await ana.post(f"{JOBS}/{job_id}/drop")
    assert (answer.status_code, answer.json()) == (200, {"id": job_id, "status": "ABANDONED"})
    [row] = await garner.execute("select status, abandoned_at is not null as is_set, record_version from job_items")
    assert row == {"status": "ABANDONED", "is_set": True, "record_version": 1}
    assert await listed(ana) == []
    assert [entry["id"] for entry in await listed(ana, status="ABANDONED")] == [job_id]
    assert (await send(ana, garner.page()))["status"] == "COMPLETE"


async def test_the_result_of_a_dropped_job_can_be_pruned(
    garner: Garner, ana: httpx.AsyncClient, reset: Callable[..., None]
) -> None:
    job_id = await complete(garner, ana)
    reset(prune_abandoned=True)
    forgetful = await garner.person("ana@example.com")
    assert (await forgetful.post(f"{JOBS}/{job_id}/drop")).status_code == 200
    assert (await status(ana, job_id))["result"] is None


@pytest.mark.parametrize("other", [status for status in ItemStatus if status is not ItemStatus.DONE])
async def test_only_a_completed_job_can_be_dropped(garner: Garner, ana: httpx.AsyncClient, other: ItemStatus) -> None:
    job = await send(ana, garner.page())
    if other in (ItemStatus.COMMITTED, ItemStatus.ABANDONED):
        await garner.execute("update job_items set status = 'DONE', completed_at = now()")
    if other in OPEN_ITEM:
        await garner.execute("update job_items set status = %s where status <> %s", other, other)
    else:
        await garner.execute("update job_items set status = %s, completed_at = now()", other)
    answer = await ana.post(f"{JOBS}/{job['id']}/drop")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert [row["status"] for row in await garner.execute("select status from job_items")] == [other]


async def test_one_of_concurrent_drops_and_saves_succeeds(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await complete(garner, ana)
    answers = await asyncio.gather(
        *(ana.post(f"{JOBS}/{job_id}/drop") for _ in range(4)),
        *(ana.post("/recipes", json={"title": f"Cake {number}", "parse_job_id": job_id}) for number in range(4)),
    )
    assert len([answer for answer in answers if answer.is_success]) == 1
    assert {answer.status_code for answer in answers if not answer.is_success} == {409}


async def test_a_saved_job_names_its_recipe_until_it_is_deleted(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await complete(garner, ana)
    assert (await status(ana, job_id))["saved_recipe_id"] is None
    recipe = (await ana.post("/recipes", json={"title": "Cake", "parse_job_id": job_id})).json()
    assert (await status(ana, job_id))["saved_recipe_id"] == recipe["id"]
    assert await saved_as(ana) == [recipe["id"]]
    await ana.delete(f"/recipes/{recipe['id']}")
    assert (await status(ana, job_id))["saved_recipe_id"] is None
    assert await saved_as(ana) == [None]


async def saved_as(client: httpx.AsyncClient) -> list[str | None]:
    """Return the recipe ids of the committed jobs in the mailbox."""
    jobs = (await client.get(JOBS, params={"status": "COMMITTED"})).json()["jobs"]
    return [job["saved_recipe_id"] for job in jobs]


# Access -------------------------------------------------------------------------------------------------------


async def test_jobs_of_other_users_are_not_found(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    job_id = await complete(garner, ana)
    for answer in (
        await ben.get(f"/recipes/parse-url/status/{job_id}"),
        await ben.post(f"{JOBS}/{job_id}/cancel"),
        await ben.post(f"{JOBS}/{job_id}/drop"),
        await ben.get(f"/recipes/parse-url/status/{uuid4()}"),
    ):
        assert (answer.status_code, answer.json()) == (404, {"error": "There is no such job.", "code": "not_found"})
    assert await listed(ben) == []
    guest = await garner.guest()
    assert (await guest.get(f"/parse-requests/{job_id}")).status_code == 404


async def test_the_mailbox_requires_sign_in(garner: Garner) -> None:
    guest = await garner.guest()
    answers = [
        await guest.post(ASYNC, json={"url": "https://example.com/"}),
        await guest.get(JOBS),
        await guest.get(f"/recipes/parse-url/status/{uuid4()}"),
        await guest.post(f"{JOBS}/{uuid4()}/cancel"),
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.headers["WWW-Authenticate"] for answer in answers} == {"Bearer"}


async def test_the_maximum_age_of_listed_jobs_is_a_setting(
    garner: Garner, ana: httpx.AsyncClient, reset: Callable[..., None]
) -> None:
    await complete(garner, ana)
    await garner.execute("update job_items set completed_at = now() - %s", timedelta(minutes=4))
    assert len(await listed(ana)) == 1
    reset(recipe_parse_job_abandon_minutes=3)
    short_lived = await garner.person("ana@example.com")
    assert await listed(short_lived) == []
