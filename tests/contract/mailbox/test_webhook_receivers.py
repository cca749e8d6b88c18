"""Failing receivers and dying workers: retries, backoff and giving up."""

import asyncio
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from garner import observe
from garner.core.accounts.webhooks import RETRY
from garner.runtime.duties.webhooks import LEASE
from garner.store.people import webhooks

from .conftest import Garner
from .receiver import Receiver, drips_a_body, drips_headers, hangs, hangs_up, never_ends, says
from .webhook_helpers import DUE, ENDED, WEBHOOKS, add, call, calling, deliveries, listed

# Failing receivers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answering", "answer", "why"),
    [
        (says(500), 500, "HTTP 500"),
        (says(404), 404, "HTTP 404"),
        (says(302, "Location: /elsewhere"), 302, "redirects"),
        (hangs, None, "longer than"),
        (drips_headers, None, "longer than"),
        (hangs_up, None, "without a response"),
        (says(200, "X: " + "x" * 20_000), None, "headers that are larger"),
    ],
)
async def test_a_failed_delivery_is_retried_later(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver, answering: Any, answer: int | None, why: str
) -> None:
    webhook = await add(ana, receiver.url("/bad"))
    receiver.paths["/bad"] = answering
    await garner.execute(ENDED, 1)
    began = time.monotonic()
    assert await call(garner) == 1
    assert time.monotonic() - began < 5
    [delivery] = await deliveries(ana, webhook, undelivered=True)
    assert (delivery["state"], delivery["attempts"], delivery["last_answer"]) == ("waiting", 1, answer)
    assert why in delivery["last_error"]
    assert await call(garner) == 0  # not yet
    receiver.paths.clear()
    await garner.execute(DUE)
    assert await call(garner) == 1
    assert [received.delivery for received in receiver.received] == [delivery["id"]] * 2
    assert await deliveries(ana, webhook, undelivered=True) == []
    assert (await listed(ana))[0]["failures"] == 0


@pytest.mark.parametrize("answering", [drips_a_body, never_ends, says(204), says(299)])
async def test_a_delivery_succeeds_on_a_2xx_status_without_reading_the_body(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver, answering: Any
) -> None:
    webhook = await add(ana, receiver.url("/"))
    receiver.paths["/"] = answering
    await garner.execute(ENDED, 1)
    began = time.monotonic()
    await call(garner, seconds=20)
    assert time.monotonic() - began < 5
    [delivery] = await deliveries(ana, webhook)
    assert delivery["state"] == "delivered"


async def test_a_refused_connection_is_a_failed_delivery(garner: Garner, ana: httpx.AsyncClient) -> None:
    webhook = await add(ana, "http://127.0.0.1:1/")
    await garner.execute(ENDED, 1)
    await call(garner)
    [delivery] = await deliveries(ana, webhook)
    assert "Could not connect to" in delivery["last_error"]


async def test_a_host_that_resolves_to_a_private_address_is_not_called(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, f"http://calls.example:{receiver.port}/")
    await garner.execute(ENDED, 1)

    async def resolver(_: str) -> list[str]:
        return ["127.0.0.1"]

    await call(garner, allow_private=False, resolver=resolver)
    [delivery] = await deliveries(ana, webhook)
    assert ("private address" in delivery["last_error"], receiver.received) == (True, [])


async def test_a_failing_webhook_backs_off_exponentially(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    await add(ana, receiver.url("/bad"))
    receiver.paths["/bad"] = says(500)
    await garner.execute(ENDED, 10)
    rests = []
    for _ in range(4):
        assert await call(garner) == 1
        [row] = await garner.execute(
            "update webhooks w set rests_until = null from webhooks old where old.id = w.id "
            "returning old.failures, extract(epoch from old.rests_until - now())::float as rest"
        )
        rests.append(row["rest"])
    assert (row["failures"], len(receiver.received)) == (4, 4)
    for number, rest in enumerate(rests):
        assert 0.5 * 5 * 2**number - 1 <= rest <= 5 * 2**number


async def test_waiting_deliveries_show_no_retry_before_the_backoff_ends(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url("/busy"))
    await garner.execute(ENDED, 1)
    await call(garner)
    receiver.paths["/busy"] = says(429, "Retry-After: 600")
    await garner.execute(ENDED, 2)
    await call(garner)
    rests_until = (await listed(ana))[0]["rests_until"]
    untried, tried, taken = await deliveries(ana, webhook)
    assert (untried["attempts"], untried["next_try_at"]) == (0, rests_until)
    assert tried["next_try_at"] >= rests_until
    assert taken["next_try_at"] is None and taken["state"] == "delivered"
    await garner.execute("update webhook_deliveries set next_at = now() + interval '1 hour' where next_at is not null")
    assert all(one["next_try_at"] > rests_until for one in await deliveries(ana, webhook, undelivered=True))


async def test_retry_after_of_a_receiver_is_respected(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    await add(ana, receiver.url("/busy"))
    for asked, kept in ((600, 600), (10**6, RETRY.max_seconds)):
        receiver.paths["/busy"] = says(429, f"Retry-After: {asked}")
        await garner.execute(ENDED, 1)
        await call(garner)
        [row] = await garner.execute("select extract(epoch from rests_until - now())::float as rest from webhooks")
        assert kept - 5 < row["rest"] <= kept
        await garner.execute(DUE)


async def test_a_delivery_that_always_fails_does_not_block_the_others(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url("/picky"))
    await garner.execute(ENDED, 5)
    first, second, *_ = sorted(delivery["id"] for delivery in await deliveries(ana, webhook))

    async def picky(received: Any, writer: asyncio.StreamWriter) -> None:
        await says(500 if received.delivery in (first, second) else 200)(received, writer)

    receiver.paths["/picky"] = picky
    for _ in range(3):
        await call(garner)
        await garner.execute(DUE)
    waiting = await deliveries(ana, webhook, undelivered=True)
    assert sorted(delivery["id"] for delivery in waiting) == [first, second]


async def test_a_hanging_receiver_does_not_block_others(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    await add(ana, receiver.url("/dead"))
    await add(ana, receiver.url("/alive"))
    released = asyncio.Event()

    async def held(received: Any, writer: asyncio.StreamWriter) -> None:
        await released.wait()
        await says(200)(received, writer)

    receiver.paths["/dead"] = held
    async with calling(garner, seconds=60) as calls:
        await garner.execute(ENDED, 1)
        running = asyncio.create_task(calls.run_once())
        while not receiver.at("/dead"):
            await asyncio.sleep(0.01)
        await garner.execute(ENDED, 20)  # while it hangs
        async with asyncio.timeout(50):
            while len(receiver.at("/alive")) < 21:
                await asyncio.sleep(0.01)
        assert (len(receiver.at("/dead")), running.done()) == (1, False)
        released.set()
        await running


async def test_webhooks_are_called_concurrently_up_to_the_limit(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.runtime.duties.webhooks.MAX_AT_ONCE", 3)
    for number in range(6):
        await add(ana, receiver.url(f"/{number}"))

        async def slow(received: Any, writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(0.1)
            await says(200)(received, writer)

        receiver.paths[f"/{number}"] = slow
    await garner.execute(ENDED, 2)
    assert await call(garner, seconds=5) == 12
    assert receiver.max_at_once == 3
    # Round robin: no receiver is called twice before all were called once.
    assert {received.path for received in receiver.received[:6]} == {f"/{number}" for number in range(6)}


# Giving up and redelivering -----------------------------------------------------------------------------------


async def test_an_expired_delivery_is_given_up_and_can_be_redelivered(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver, events: list[observe.Event]
) -> None:
    webhook = await add(ana, receiver.url("/bad"))
    receiver.paths["/bad"] = says(500)
    await garner.execute(ENDED, 3)
    await garner.execute("update webhook_deliveries set queued_at = now() - interval '25 hours'")
    assert await call(garner) == 1
    given_up = await deliveries(ana, webhook, undelivered=True)
    assert [(one["state"], one["next_try_at"]) for one in given_up] == [("given_up", None)] * 3
    assert all(one["last_error"] for one in given_up)
    assert [event.count for event in events if isinstance(event, observe.DeliveriesGivenUp)] == [3]
    receiver.paths.clear()
    again = await ana.post(f"{WEBHOOKS}/{webhook['id']}/deliveries/{given_up[0]['id']}/redeliver")
    assert (again.status_code, again.json()["state"]) == (202, "waiting")
    assert await call(garner) == 1  # at once, despite the backoff
    assert receiver.received[-1].delivery == given_up[0]["id"]
    assert len(await deliveries(ana, webhook, undelivered=True)) == 2


async def test_a_redelivery_gets_the_full_retry_period(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url("/bad"))
    receiver.paths["/bad"] = says(500)
    await garner.execute(ENDED, 1)
    await garner.execute("update webhook_deliveries set queued_at = now() - interval '25 hours'")
    await call(garner)
    [delivery] = await deliveries(ana, webhook)
    await ana.post(f"{WEBHOOKS}/{webhook['id']}/deliveries/{delivery['id']}/redeliver")
    await call(garner)
    [delivery] = await deliveries(ana, webhook)
    assert (delivery["state"], delivery["attempts"]) == ("waiting", 2)


async def test_a_delivery_is_given_up_if_its_next_retry_is_after_the_retry_period(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url("/bad"))
    receiver.paths["/bad"] = says(500)
    await garner.execute(ENDED, 1)
    await garner.execute("update webhook_deliveries set queued_at = now() - interval '23 hours 59 minutes 59 seconds'")
    await call(garner)
    [delivery] = await deliveries(ana, webhook)
    assert delivery["state"] == "given_up"


async def test_a_webhook_that_answers_410_is_deactivated(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url("/gone"))
    receiver.paths["/gone"] = says(410)
    await garner.execute(ENDED, 2)
    assert await call(garner) == 1
    [entry] = await listed(ana)
    assert entry["active"] is False
    second, first = await deliveries(ana, webhook)
    assert (first["state"], first["last_answer"], second["state"]) == ("given_up", 410, "waiting")
    await garner.execute(ENDED, 1)
    await garner.execute(DUE)
    assert await call(garner) == 0
    there = f"{WEBHOOKS}/{webhook['id']}"
    refused = [await ana.post(f"{there}/test"), await ana.post(f"{there}/deliveries/{first['id']}/redeliver")]
    assert [answer.status_code for answer in refused] == [409, 409]


# Workers that die or lack the key -----------------------------------------------------------------------------


async def test_a_delivery_of_a_lost_worker_is_resent_with_the_same_id(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    webhook = await add(ana, receiver.url())
    await garner.execute(ENDED, 1)
    async with garner.engine.database.transaction() as connection:
        [lost] = await webhooks.claim(connection, LEASE, 1)
    assert await call(garner) == 0  # its lease holds
    await garner.execute("update webhooks set leased_until = now()")
    assert await call(garner) == 1
    [delivery] = await deliveries(ana, webhook)
    assert (delivery["id"], delivery["attempts"]) == (lost.delivery_id, 2)
    assert delivery["state"] == "delivered"


async def test_a_late_worker_changes_nothing(garner: Garner, ana: httpx.AsyncClient, receiver: Receiver) -> None:
    webhook = await add(ana, receiver.url("/bad"))
    receiver.paths["/bad"] = says(500)
    await garner.execute(ENDED, 1)
    async with garner.engine.database.transaction() as connection:
        [late] = await webhooks.claim(connection, LEASE, 1)
    await garner.execute("update webhooks set leased_until = now()")
    await call(garner)
    before = await deliveries(ana, webhook), await listed(ana)
    failed = webhooks.FailedCall(503, "late", timedelta(hours=1), timedelta(hours=1), gone=True)
    async with garner.engine.database.transaction() as connection:
        assert not await webhooks.mark_delivered(connection, late, 200)
        assert await webhooks.mark_failed(connection, late, failed, timedelta(hours=1)) == 0
        await webhooks.hand_back(connection, late, "late")
    assert (await deliveries(ana, webhook), await listed(ana)) == before


async def test_a_worker_without_the_key_leaves_deliveries_to_others_and_reports_it_once(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver, reset: Callable[..., None], events: list[observe.Event]
) -> None:
    webhook = await add(ana, receiver.url())
    await garner.execute(ENDED, 2)
    folder = garner.engine.settings.storage.data_dir
    (folder / "seal.secret").rename(folder / "elsewhere")
    reset(secret_key="another passphrase altogether")
    async with calling(garner) as calls:
        assert await calls.run_once() == 1
        assert await calls.run_once() == 0
    said = [event for event in events if isinstance(event, observe.WebhookUnusable)]
    assert [event.webhook_id for event in said] == [webhook["id"]]
    waiting = await deliveries(ana, webhook)
    assert [delivery["attempts"] for delivery in waiting] == [0, 0]
    assert any("could not be decrypted" in (delivery["last_error"] or "") for delivery in waiting)
    (folder / "elsewhere").rename(folder / "seal.secret")
    assert await call(garner) == 2  # by a worker with the original key, although another was set since
    assert receiver.received[0].is_signed_with(webhook["secret"], time.time())


async def test_no_key_file_is_written_if_a_passphrase_is_set(
    garner: Garner, receiver: Receiver, reset: Callable[..., None]
) -> None:
    reset(secret_key="a passphrase of enough characters")
    ana = await garner.person("ana@example.com")
    webhook = await add(ana, receiver.url())
    await garner.execute(ENDED, 1)
    await call(garner)
    assert receiver.received[0].is_signed_with(webhook["secret"], time.time())
    assert not (garner.engine.settings.storage.data_dir / "seal.secret").exists()


async def test_a_stopping_worker_finishes_its_calls(garner: Garner, ana: httpx.AsyncClient, receiver: Receiver) -> None:
    webhook = await add(ana, receiver.url("/slow"))

    async def slow(received: Any, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.3)
        await says(200)(received, writer)

    receiver.paths["/slow"] = slow
    await garner.execute(ENDED, 1)
    async with calling(garner, seconds=5) as calls:
        running = asyncio.create_task(calls.run_once())
        while not receiver.received:
            await asyncio.sleep(0.01)
        running.cancel()
    [delivery] = await deliveries(ana, webhook)
    assert delivery["state"] == "delivered"
