"""Webhooks over HTTP: creating them, listing deliveries, and the content of calls."""

import asyncio
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import httpx
import pytest

from garner import observe
from garner.engine.people import webhooks as acts
from garner.runtime.duties.background import delete_expired

from .conftest import Garner
from .receiver import Receiver
from .test_mailbox import complete, send
from .webhook_helpers import ENDED, WEBHOOKS, add, call, calling, deliveries, listed

# Creating and listing -----------------------------------------------------------------------------------------


async def test_a_new_webhook_shows_its_secret_once(garner: Garner, ana: httpx.AsyncClient) -> None:
    answer = await ana.post(WEBHOOKS, json={"url": "https://example.com/calls"})
    created = answer.json()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    assert (created["url"], created["active"]) == ("https://example.com/calls", True)
    secret = created.pop("secret")
    assert len(secret) >= 43
    assert await listed(ana) == [created]
    [kept] = await garner.execute("select secret from webhooks")
    assert secret not in kept["secret"]


@pytest.mark.parametrize(
    "url", ["", "ftp://example.com", "nonsense", "https://user:word@example.com/", "https://example.com/" + "x" * 3000]
)
async def test_an_invalid_url_is_rejected(ana: httpx.AsyncClient, url: str) -> None:
    answer = await ana.post(WEBHOOKS, json={"url": url})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "url")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "[::1]", "0x7f.1"])
async def test_a_private_url_is_rejected(garner: Garner, reset: Callable[..., None], host: str) -> None:
    reset(fetch_allow_private=False)
    ana = await garner.person("ana@example.com")
    answer = await ana.post(WEBHOOKS, json={"url": f"http://{host}/"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_url")


async def test_the_number_of_webhooks_per_user_is_limited_even_for_concurrent_requests(
    ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    for number in range(17):
        await add(ana, f"https://example.com/{number}")
    answers = await asyncio.gather(
        *(ana.post(WEBHOOKS, json={"url": f"https://example.com/{number}"}) for number in range(17, 25))
    )
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 5
    await add(ben, "https://example.com/")


async def test_a_webhook_is_deleted_with_its_deliveries(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url())
    await garner.execute(ENDED, 1)
    assert (await ana.delete(f"{WEBHOOKS}/{webhook['id']}")).status_code == 204
    assert (await ana.delete(f"{WEBHOOKS}/{webhook['id']}")).status_code == 404
    assert (await call(garner), receiver.received, await listed(ana)) == (0, [], [])


async def test_webhooks_of_other_users_are_not_found(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    webhook = await add(ana, "https://example.com/")
    await garner.execute(ENDED, 1)
    [delivery] = await deliveries(ana, webhook)
    own = await add(ben, "https://example.com/")
    there, his = f"{WEBHOOKS}/{webhook['id']}", f"{WEBHOOKS}/{own['id']}"
    answers = [
        await ben.patch(there, json={"active": False}),
        await ben.delete(there),
        await ben.post(f"{there}/test"),
        await ben.get(f"{there}/deliveries"),
        await ben.post(f"{there}/deliveries/{delivery['id']}/redeliver"),
        await ben.post(f"{his}/deliveries/{delivery['id']}/redeliver"),
    ]
    assert [answer.status_code for answer in answers] == [404] * 6
    assert [entry["id"] for entry in await listed(ben)] == [own["id"]]
    assert [(entry["id"], entry["active"]) for entry in await listed(ana)] == [(webhook["id"], True)]
    assert await deliveries(ana, webhook) == [delivery]


async def test_webhooks_require_sign_in(garner: Garner) -> None:
    guest = await garner.guest()
    assert (await guest.get(WEBHOOKS)).status_code == 401


@pytest.mark.parametrize("path", ["0", "-1", str(2**63), "x", "1/deliveries?after=0", "1/deliveries?limit=201"])
async def test_an_invalid_webhook_id_or_page_is_rejected(ana: httpx.AsyncClient, path: str) -> None:
    asked = ana.get(f"{WEBHOOKS}/{path}") if "/" in path else ana.delete(f"{WEBHOOKS}/{path}")
    assert (await asked).status_code == 422


async def test_a_reactivated_webhook_gets_the_waiting_deliveries(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url())
    await garner.execute(ENDED, 1)
    there = f"{WEBHOOKS}/{webhook['id']}"
    assert (await ana.patch(there, json={"active": False})).json()["active"] is False
    await garner.execute(ENDED, 1)  # not delivered to an inactive webhook
    assert await call(garner) == 0
    assert (await ana.patch(there, json={"active": True})).json()["active"] is True
    assert await call(garner) == 1


@pytest.mark.parametrize("body", [{}, {"active": "no"}, {"active": None}])
async def test_the_active_field_must_be_a_boolean(ana: httpx.AsyncClient, body: dict[str, Any]) -> None:
    webhook = await add(ana, "https://example.com/")
    assert (await ana.patch(f"{WEBHOOKS}/{webhook['id']}", json=body)).status_code == 422


async def test_deliveries_are_listed_page_by_page_latest_first(garner: Garner, ana: httpx.AsyncClient) -> None:
    webhook = await add(ana, "https://example.com/")
    await garner.execute(ENDED, 5)
    await garner.execute("update webhook_deliveries set next_at = null, delivered_at = now() where id %% 2 = 0")
    for undelivered in (False, True):
        read: list[int] = []
        after: dict[str, int] = {}
        while True:
            query = {"limit": 2, "undelivered": undelivered, **after}
            page = (await ana.get(f"{WEBHOOKS}/{webhook['id']}/deliveries", params=query)).json()
            read += [delivery["id"] for delivery in page["deliveries"]]
            if page["next"] is None:
                break
            after = {"after": page["next"]}
        kept = await garner.execute(
            "select id from webhook_deliveries where delivered_at is null or not %s order by id desc", undelivered
        )
        assert read == [row["id"] for row in kept]


# Delivering ---------------------------------------------------------------------------------------------------


async def test_the_end_of_a_job_is_delivered_as_the_mailbox_lists_it_and_signed(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url("/calls?mine=1"))
    job_id = await complete(garner, ana)
    assert await call(garner) == 1
    [received] = receiver.received
    [entry] = (await ana.get("/recipes/parse-url/jobs")).json()["jobs"]
    said = received.said
    assert (said["event"], said["delivery_id"]) == ("job.completed", received.delivery)
    assert datetime.fromisoformat(said["created_at"]).tzinfo is not None
    assert said["job"] == {name: entry[name] for name in said["job"]}
    assert set(said["job"]) == {
        *("id", "job_type", "url", "status", "error_code", "error_message", "completed_at", "preview")
    }
    assert (said["job"]["id"], said["job"]["status"]) == (job_id, "COMPLETE")
    assert said["job"]["preview"]["title"] == "Lemon drizzle cake"
    assert (received.path, received.headers["garner-event"]) == ("/calls?mine=1", "job.completed")
    assert received.headers["content-type"] == "application/json"
    assert received.is_signed_with(webhook["secret"], time.time())
    assert not received.is_signed_with("another", time.time())
    [delivery] = await deliveries(ana, webhook)
    assert (delivery["state"], delivery["attempts"], delivery["last_answer"]) == ("delivered", 1, 200)
    assert (delivery["job_id"], delivery["next_try_at"]) == (job_id, None)


async def test_errors_and_cancellations_are_delivered_and_abandoning_is_not(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    await add(ana, receiver.url())
    await complete(garner, ana, "/no/such/page")
    job = await send(ana, garner.page())
    await ana.post(f"/recipes/parse-url/jobs/{job['id']}/cancel")
    await complete(garner, ana)
    await garner.execute("update job_items set status = 'ABANDONED' where status = 'DONE'")
    await call(garner)
    failed, canceled, completed = (received.said for received in receiver.received)
    assert (failed["event"], failed["job"]["status"], failed["job"]["error_code"]) == ("job.failed", "ERROR", "gone")
    assert failed["job"]["error_message"]
    assert (canceled["event"], canceled["job"]["error_code"]) == ("job.canceled", None)
    assert (completed["event"], completed["job"]["status"]) == ("job.completed", "COMPLETE")


async def test_jobs_of_other_users_are_not_delivered(
    garner: Garner, ben: httpx.AsyncClient, receiver: Receiver
) -> None:
    await garner.person("ana@example.com")
    await add(ben, receiver.url())
    await garner.execute(ENDED, 1)
    assert (await call(garner), receiver.received) == (0, [])


async def test_a_deleted_job_is_delivered_with_its_id_and_status(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    await add(ana, receiver.url())
    await garner.execute(ENDED, 1)
    await garner.execute("delete from job_items")
    await call(garner)
    job = receiver.received[0].said["job"]
    assert (job["status"], job["url"], job["completed_at"], job["job_type"]) == ("ERROR", None, None, None)


async def test_a_webhook_gets_one_call_at_a_time_and_in_order(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    await add(ana, receiver.url())
    await garner.execute(ENDED, 30)
    async with calling(garner) as one, calling(garner) as another:
        assert sum(await asyncio.gather(one.run_once(), another.run_once())) == 30
    order = [received.delivery for received in receiver.received]
    assert (order, receiver.max_at_once) == (sorted(order), 1)


async def test_a_ping_has_no_job(garner: Garner, ana: httpx.AsyncClient, receiver: Receiver) -> None:
    webhook = await add(ana, receiver.url())
    first, second = [await ana.post(f"{WEBHOOKS}/{webhook['id']}/test") for _ in range(2)]
    assert (first.status_code, first.json()["event"], first.json()["state"]) == (202, "ping", "waiting")
    assert second.json()["id"] == first.json()["id"]  # a waiting ping is not duplicated
    await call(garner)
    [received] = receiver.received
    assert (received.said["event"], received.said["job"]) == ("ping", None)
    assert received.is_signed_with(webhook["secret"], time.time())
    await ana.post(f"{WEBHOOKS}/{webhook['id']}/test")
    await call(garner)
    assert len(receiver.received) == 2


# Logging and retention ----------------------------------------------------------------------------------------


async def test_logged_calls_contain_no_secrets(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver, events: list[observe.Event]
) -> None:
    webhook = await add(ana, receiver.url("/token-in-the-path?key=word-in-the-query"))
    await garner.execute(ENDED, 1)
    await call(garner)
    [event] = [event for event in events if isinstance(event, observe.WebhookCalled)]
    assert (event.webhook_id, event.outcome, event.answer, event.attempt) == (webhook["id"], "delivered", 200, 1)
    assert (event.host, event.told) == ("127.0.0.1", "job.failed")
    for word in ("token-in-the-path", "word-in-the-query", webhook["secret"]):
        assert word not in repr(events)
    assert webhook["secret"] not in repr(await acts.create_webhook(garner.engine, 1, "https://example.com/"))


async def test_events_and_finished_deliveries_are_deleted_after_their_retention(
    garner: Garner, ana: httpx.AsyncClient
) -> None:
    await add(ana, "https://example.com/")
    await garner.execute(ENDED, 4)
    over, young, waiting, unmade = [
        row["id"] for row in await garner.execute("select id from webhook_deliveries order by id")
    ]
    await garner.execute("update mailbox_events set happened_at = now() - interval '8 days' where id %% 2 = 0")
    await garner.execute("update webhook_deliveries set next_at = null where id = any(%s)", [over, young])
    await garner.execute(
        "update webhook_deliveries set queued_at = now() - make_interval(days => case id when %s then 9 else 7 end) "
        "- interval '1 hour' where id <> %s",
        *(unmade, young),
    )
    await delete_expired(garner.engine)
    kept = {row["id"] for row in await garner.execute("select id from webhook_deliveries")}
    assert kept == {young, waiting}
    assert len(await garner.execute("select id from mailbox_events")) == 2


# Documentation ------------------------------------------------------------------------------------------------


async def test_the_documented_answers_match_the_real_ones(ana: httpx.AsyncClient, openapi: dict[str, Any]) -> None:
    paths = openapi["paths"]
    created = await ana.post(WEBHOOKS, json={"url": "https://example.com/"})
    there, one = f"{WEBHOOKS}/{created.json()['id']}", f"{WEBHOOKS}/{{webhook_id}}"
    pinged = await ana.post(f"{there}/test")
    again = f"{there}/deliveries/{pinged.json()['id']}/redeliver"
    real = {
        ("post", WEBHOOKS): created,
        ("get", WEBHOOKS): await ana.get(WEBHOOKS),
        ("post", f"{one}/test"): pinged,
        ("get", f"{one}/deliveries"): await ana.get(f"{there}/deliveries"),
        ("post", f"{one}/deliveries/{{delivery_id}}/redeliver"): await ana.post(again),
        ("patch", one): await ana.patch(there, json={"active": False}),
    }
    for (method, path), answer in real.items():
        # The documented examples omit nullable fields that are null.
        lacking = set(answer.json()) ^ set(shown(paths, method, path, answer))
        assert lacking <= {"rests_until", "delivered_at", "next"}, (method, path)
    errors = {
        ("post", f"{one}/test"): await ana.post(f"{there}/test"),
        ("delete", one): await ana.delete(f"{WEBHOOKS}/4711"),
        ("post", f"{one}/deliveries/{{delivery_id}}/redeliver"): await ana.post(again),
    }
    for (method, path), answer in errors.items():
        assert shown(paths, method, path, answer) == answer.json(), (method, path)


def shown(paths: dict[str, Any], method: str, path: str, answer: httpx.Response) -> dict[str, Any]:
    said = paths[path][method]["responses"][str(answer.status_code)]["content"]["application/json"]
    return dict(said["example"])
