"""Events for webhooks: written with what they report, fanned out to subscribers once, within bounds."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from tests.integration.helpers import (
    CAKE,
    ask,
    finish_page,
    make_due,
    new_job,
    new_user,
    page,
    product,
    recipe,
    rows,
    value,
)
from tests.integration.outbox_helpers import end_rests, relay_once

from garner.core.accounts.webhooks import EVENTS, MAILBOX_EVENTS, event_of
from garner.core.lifecycle import ENDED_ITEM, JobState, Origin
from garner.core.quality.parser_health import Drop, Pages
from garner.core.record import Kind, Record
from garner.engine import Engine
from garner.engine.operating import parsers
from garner.kinds.registry import CHANGE_EVENTS
from garner.postgres.database import Connection
from garner.runtime.duties.webhook_fan_out import TOPIC, WebhookFanOut
from garner.runtime.duties.webhooks import make_payload
from garner.store.jobs import jobs
from garner.store.people import webhook_events, webhooks
from garner.store.people.webhook_events import StoredEvent
from garner.store.people.webhooks import FailedCall, Subscription
from garner.store.queue import outbox
from garner.store.records import records
from garner.store.records.records import FoundRecord
from garner.store.sql_functions import function_texts

LEASE = timedelta(seconds=30)


@pytest.fixture
async def db(engine: Engine) -> AsyncIterator[Connection]:
    async with engine.database.connection() as connection:
        yield connection


async def new_webhook(connection: Connection, user_id: int, *events: str, **only: Any) -> int:
    added = await webhooks.add(connection, user_id, "https://example.com/", "sealed", Subscription(events, **only))
    return added.id


async def new_reader(
    connection: Connection, *events: str, record: Record | None = None, url: str = CAKE, **only: Any
) -> int:
    """Return the webhook of a user who has asked for the page."""
    user_id = await new_user(connection)
    webhook_id = await new_webhook(connection, user_id, *events, **only)
    record = record or recipe()
    asked = await ask(connection, url, kind=record.kind, origin=Origin.MAILBOX, user_id=user_id)
    if asked.outcome == "created":
        await finish_page(connection, record)
    return webhook_id


async def change(connection: Connection, record: Record, url: str = CAKE) -> None:
    await records.save(connection, [FoundRecord(page(url).hash, record)])


async def relay(engine: Engine) -> int:
    return await relay_once(engine, WebhookFanOut(engine), topic=TOPIC)


async def events_of(connection: Connection, webhook_id: int) -> list[tuple[str, dict[str, Any]]]:
    found = await rows(
        connection,
        """
        select e.event, e.payload from webhook_deliveries d join webhook_events e on e.id = d.event_id
        where d.webhook_id = %s order by d.id
        """,
        webhook_id,
    )
    return [(row["event"], row["payload"]) for row in found]


async def stored_event(connection: Connection, number: int = 1) -> StoredEvent:
    return StoredEvent(number, "record.changed", {}, await value(connection, "select now()"))


async def count_messages(connection: Connection) -> int:
    return int(await value(connection, "select count(*) from outbox"))


# Changed records ----------------------------------------------------------------------------------------------


async def test_a_changed_record_is_delivered_with_what_changed(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    await change(db, recipe("Chocolate cake", "9" * 64))
    assert await relay(engine) == 1
    [(event, payload)] = await events_of(db, webhook_id)
    assert event == "record.changed"
    assert payload == {
        "record": {
            "url": CAKE,
            "kind": "recipe",
            "title": "Chocolate cake",
            "version": 2,
            "changes": [{"field": "title", "change": "changed", "before": "Cake", "after": "Chocolate cake"}],
            "values_left_off": False,
        }
    }


async def test_the_first_record_of_a_page_is_no_change(engine: Engine, db: Connection) -> None:
    await new_reader(db, "record.changed")
    assert await count_messages(db) == 0


async def test_a_record_that_means_the_same_is_no_change(engine: Engine, db: Connection) -> None:
    await new_reader(db, "record.changed")
    same = recipe()
    await change(db, Record(Kind.RECIPE, {**same.data, "source": "x"}, same.content_hash, "s", "2", "json_ld", 0.9))
    assert await count_messages(db) == 0


async def test_a_rolled_back_change_is_no_event(engine: Engine, db: Connection) -> None:
    await new_reader(db, "record.changed")
    async with db.transaction(force_rollback=True):
        await change(db, recipe("Chocolate cake", "9" * 64))
    assert await count_messages(db) == 0


@pytest.mark.parametrize("events", [MAILBOX_EVENTS, ("batch.finished",)])
async def test_nothing_is_written_while_no_webhook_subscribes(
    engine: Engine, db: Connection, events: Sequence[str]
) -> None:
    await new_reader(db, *events)
    await change(db, recipe("Chocolate cake", "9" * 64))
    assert await count_messages(db) == 0


async def test_nothing_is_written_while_the_subscribing_webhook_is_disabled(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed", "batch.finished")
    await db.execute("update webhooks set active = false")
    await change(db, recipe("Chocolate cake", "9" * 64))
    await _ended_job(db, await value(db, "select user_id from webhooks where id = %s", webhook_id))
    assert await count_messages(db) == 0


async def test_only_users_who_asked_for_the_page_are_told(engine: Engine, db: Connection) -> None:
    reader = await new_reader(db, "record.changed")
    stranger = await new_webhook(db, await new_user(db), "record.changed")
    await change(db, recipe("Chocolate cake", "9" * 64))
    await relay(engine)
    assert [len(await events_of(db, webhook)) for webhook in (reader, stranger)] == [1, 0]


async def test_a_user_whose_first_request_found_the_change_is_not_told(engine: Engine, db: Connection) -> None:
    reader = await new_reader(db, "record.changed")
    newcomer = await new_user(db)
    webhook_id = await new_webhook(db, newcomer, "record.changed")
    await ask(db, origin=Origin.MAILBOX, user_id=newcomer, ttl=timedelta(0))
    await make_due(db)
    async with db.transaction():
        await finish_page(db, recipe("Chocolate cake", "9" * 64))
    await relay(engine)
    assert [len(await events_of(db, webhook)) for webhook in (reader, webhook_id)] == [1, 0]


async def test_a_row_that_is_rerun_is_told_of_the_change_that_it_finds(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    async with db.transaction():
        await db.execute("update job_items set completed_at = now(), redone_at = now() - interval '1 second'")
        await change(db, recipe("Chocolate cake", "9" * 64))
    await relay(engine)
    assert len(await events_of(db, webhook_id)) == 1


@pytest.mark.parametrize(
    ("only", "count"),
    [
        ({"only_kind": "recipe"}, 1),
        ({"only_kind": "product"}, 0),
        ({"only_domain": "kitchen.example"}, 1),
        ({"only_domain": "shop.example"}, 0),
        ({"only_kind": "recipe", "only_domain": "kitchen.example"}, 1),
    ],
)
async def test_a_filter_selects_events_by_kind_and_domain(
    engine: Engine, db: Connection, only: dict[str, str], count: int
) -> None:
    webhook_id = await new_reader(db, "record.changed", **only)
    await new_reader(db, "record.changed")  # so that the event is written in any case
    await change(db, recipe("Chocolate cake", "9" * 64))
    await relay(engine)
    assert len(await events_of(db, webhook_id)) == count


async def test_a_webhook_is_not_told_of_changes_before_it_was_created(engine: Engine, db: Connection) -> None:
    first = await new_reader(db, "record.changed")
    await change(db, recipe("Chocolate cake", "9" * 64))
    owner = await value(db, "select user_id from webhooks where id = %s", first)
    late = await new_webhook(db, owner, "record.changed")
    await relay(engine)
    assert [len(await events_of(db, webhook)) for webhook in (first, late)] == [1, 0]


async def test_a_changed_product_has_price_and_availability_before_and_after(engine: Engine, db: Connection) -> None:
    pan = product(price=20.0, currency="EUR", availability="in_stock")
    both = await new_reader(db, "record.changed", "product.changed", record=pan)
    one = await new_reader(db, "product.changed", record=pan)
    await change(db, product(content_hash="9" * 64, price=25.0, currency="EUR", availability="out_of_stock"))
    await relay(engine)
    assert [event for event, _ in await events_of(db, both)] == ["record.changed", "product.changed"]
    [(_, payload)] = await events_of(db, one)
    assert payload["product"]["price"] == {"before": 20.0, "after": 25.0}
    assert payload["product"]["availability"] == {"before": "in_stock", "after": "out_of_stock"}
    assert payload["product"]["currency"] == {"before": "EUR", "after": "EUR"}
    assert [change["field"] for change in payload["product"]["changes"]] == ["price", "availability"]


async def test_a_changed_recipe_is_no_changed_product(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "product.changed")
    await change(db, recipe("Chocolate cake", "9" * 64))
    assert await count_messages(db) == 0
    await relay(engine)
    assert await events_of(db, webhook_id) == []


async def test_a_long_change_is_bounded(engine: Engine, db: Connection) -> None:
    def long_recipe(word: str, content_hash: str) -> Record:
        data = {"title": "Cake", "ingredients": [{"name": f"{word} {n} " + "x" * 1000} for n in range(2000)]}
        return Record(Kind.RECIPE, data, content_hash, "schema_org", "1", "json_ld", 0.9)

    webhook_id = await new_reader(db, "record.changed", record=long_recipe("flour", "1" * 64))
    await change(db, long_recipe("sugar", "9" * 64))
    await relay(engine)
    [(_, payload)] = await events_of(db, webhook_id)
    assert payload["record"]["changes"] == [{"field": "ingredients", "change": "changed"}]
    assert payload["record"]["values_left_off"] is True


async def test_the_changes_of_a_page_are_delivered_in_order(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    for number in range(2, 7):
        await change(db, recipe(f"Cake {number}", f"{number}" * 64))
    await relay(engine)
    assert [payload["record"]["version"] for _, payload in await events_of(db, webhook_id)] == [2, 3, 4, 5, 6]


async def test_whether_an_event_is_awaited_is_read_from_an_index_without_the_webhooks_of_the_mailbox(
    engine: Engine, db: Connection
) -> None:
    await db.execute("insert into users (email) select n || '@many.example' from generate_series(1, 5000) n")
    await db.execute("insert into webhooks (user_id, url, secret) select user_id, 'https://x.example/', 's' from users")
    for analyzed in (False, True):
        if analyzed:
            await db.execute("analyze webhooks")
        trigger = function_texts()["append_record_changes"].definition
        check = trigger[trigger.index("exists (select from webhooks") : trigger.index(");\n    return")].replace(
            "k.kind", "'recipe'"
        )
        cursor = await db.execute(f"explain (analyze, format json) select {check}".encode())
        [explained] = await cursor.fetchall()
        plan = explained["QUERY PLAN"][0]["Plan"]["Plans"][0]
        assert plan.get("Index Name") == "idx_webhooks_changes", plan
    assert await value(db, "select wants_event('batch.finished')") is False


def test_messages_about_changes_are_written_for_all_events_that_report_them() -> None:
    assert f"'{{{','.join(CHANGE_EVENTS)}}}'" in function_texts()["append_record_changes"].definition


# Finished batches ---------------------------------------------------------------------------------------------


async def _ended_job(connection: Connection, user_id: int) -> int:
    job_id = await new_job(connection, total=0)
    await connection.execute("update jobs set user_id = %s where id = %s", (user_id, job_id))
    await jobs.fold(connection)
    return job_id


async def test_a_finished_batch_is_delivered_to_its_owner_with_its_counts(engine: Engine, db: Connection) -> None:
    owner, other = await new_user(db), await new_user(db)
    webhook_id, others = await new_webhook(db, owner, "batch.finished"), await new_webhook(db, other, "batch.finished")
    job_id = await new_job(db, total=2)
    await db.execute("update jobs set user_id = %s where id = %s", (owner, job_id))
    await db.execute("insert into job_deltas (job_id, total, pending, done, error) values (%s, 0, -2, 1, 1)", (job_id,))
    await jobs.fold(db)
    await relay(engine)
    [(event, payload)] = await events_of(db, webhook_id)
    batch = payload["batch"]
    assert (event, batch["id"], batch["state"], batch["totalItems"]) == ("batch.finished", job_id, "DONE", 2)
    assert batch["counts"] == {
        **dict.fromkeys(("pending", "processing", "notFound", "skipped", "canceled"), 0),
        "done": 1,
        "error": 1,
    }
    assert batch["urls"] == {"job": f"/api/jobs/{job_id}", "items": f"/api/jobs/{job_id}/items"}
    assert "userId" not in batch
    assert await events_of(db, others) == []


async def test_a_canceled_batch_counts_the_rows_that_are_canceled_with_it(engine: Engine, db: Connection) -> None:
    owner = await new_user(db)
    webhook_id = await new_webhook(db, owner, "batch.finished")
    job_id = await new_job(db, total=2)
    await db.execute("update jobs set user_id = %s where id = %s", (owner, job_id))
    async with db.transaction():
        await db.execute("insert into job_deltas (job_id, total, pending, canceled) values (%s, 0, -2, 2)", (job_id,))
        assert await jobs.move(db, job_id, [JobState.QUEUED, JobState.RUNNING], JobState.CANCELED)
    await relay(engine)
    [(_, payload)] = await events_of(db, webhook_id)
    assert (payload["batch"]["state"], payload["batch"]["counts"]["canceled"]) == ("CANCELED", 2)
    assert payload["batch"]["counts"]["pending"] == 0


async def test_a_batch_that_runs_again_finishes_again(engine: Engine, db: Connection) -> None:
    owner = await new_user(db)
    webhook_id = await new_webhook(db, owner, "batch.finished")
    job_id = await _ended_job(db, owner)
    await jobs.resume_ended(db, job_id)
    await jobs.fold(db)
    await relay(engine)
    assert [payload["batch"]["attempts"] for _, payload in await events_of(db, webhook_id)] == [1, 2]


async def test_a_batch_that_starts_is_no_event(engine: Engine, db: Connection) -> None:
    owner = await new_user(db)
    await new_webhook(db, owner, "batch.finished")
    job_id = await new_job(db, total=2)
    await db.execute("update jobs set user_id = %s, queue_state = 'RUNNING' where id = %s", (owner, job_id))
    await db.execute("update jobs set queue_state = 'PAUSED' where id = %s", (job_id,))
    assert await count_messages(db) == 0


# Parser alerts ------------------------------------------------------------------------------------------------


async def test_a_parser_alert_is_delivered_to_operators_only(engine: Engine, db: Connection) -> None:
    admins = "boss@example.com"
    engine = Engine(engine.settings.with_values(admin_emails=admins), engine.database, engine.blobs, engine.wake)
    boss = await value(db, "insert into users (email) values (%s) returning user_id", admins)
    webhook_id = await new_webhook(db, boss, "parser.alert")
    former = await new_webhook(db, await new_user(db), "parser.alert")  # of a user who was an operator
    drop = Drop("price", 0.2, 0.9, 50, "schema_org", "2")
    await parsers._open(db, Pages("shop.example", "product"), [drop])
    await relay(engine)
    [(event, payload)] = await events_of(db, webhook_id)
    assert (event, payload["alert"]["state"], payload["alert"]["domain"]) == ("parser.alert", "opened", "shop.example")
    assert payload["alert"]["fields"] == [{"field": "price", "rate": 0.2, "baseline": 0.9, "pages": 50}]
    assert await events_of(db, former) == []


async def test_a_closed_parser_alert_is_delivered(engine: Engine, db: Connection) -> None:
    admins = "boss@example.com"
    engine = Engine(engine.settings.with_values(admin_emails=admins), engine.database, engine.blobs, engine.wake)
    boss = await value(db, "insert into users (email) values (%s) returning user_id", admins)
    webhook_id = await new_webhook(db, boss, "parser.alert")
    await parsers._open(db, Pages("shop.example", "product"), [Drop("price", 0.2, 0.9, 50, "schema_org", "2")])
    assert await parsers.close_silent_alerts(engine) == 1
    await relay(engine)
    assert [payload["alert"]["state"] for _, payload in await events_of(db, webhook_id)] == ["opened", "closed"]


# Fan-out ------------------------------------------------------------------------------------------------------


async def test_a_disabled_or_later_webhook_gets_no_event_that_another_one_awaits(
    engine: Engine, db: Connection
) -> None:
    admins = "boss@example.com"
    engine = Engine(engine.settings.with_values(admin_emails=admins), engine.database, engine.blobs, engine.wake)
    every = ("record.changed", "batch.finished", "parser.alert")
    active = await new_reader(db, *every)
    owner = await value(db, "select user_id from webhooks where id = %s", active)
    await db.execute("update users set email = %s where user_id = %s", (admins, owner))
    disabled = await new_webhook(db, owner, *every)
    await db.execute("update webhooks set active = false where id = %s", (disabled,))
    await change(db, recipe("Chocolate cake", "9" * 64))
    await _ended_job(db, owner)
    await parsers._open(db, Pages("kitchen.example", "recipe"), [Drop("title", 0.2, 0.9, 50, "schema_org", "2")])
    assert await count_messages(db) == 3
    later = await new_webhook(db, owner, *every)
    await relay(engine)
    assert {event for event, _ in await events_of(db, active)} == set(every)
    assert [await events_of(db, webhook) for webhook in (disabled, later)] == [[], []]


@pytest.mark.parametrize(
    ("only", "count"),
    [({"only_domain": "shop.example"}, 1), ({"only_domain": "x.example"}, 0), ({"only_kind": "recipe"}, 0)],
)
async def test_a_filter_applies_to_parser_alerts(
    engine: Engine, db: Connection, only: dict[str, str], count: int
) -> None:
    admins = "boss@example.com"
    engine = Engine(engine.settings.with_values(admin_emails=admins), engine.database, engine.blobs, engine.wake)
    boss = await value(db, "insert into users (email) values (%s) returning user_id", admins)
    webhook_id = await new_webhook(db, boss, "parser.alert", **only)
    await parsers._open(db, Pages("shop.example", "product"), [Drop("price", 0.2, 0.9, 50, "schema_org", "2")])
    await relay(engine)
    assert len(await events_of(db, webhook_id)) == count


async def test_a_repeated_message_has_its_effect_once(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    await change(db, recipe("Chocolate cake", "9" * 64))
    [message] = await rows(db, "select id, topic, key, payload, created_at from outbox")
    fan_out = WebhookFanOut(engine)
    for _ in range(3):
        await fan_out.publish([outbox.Message(**message)])
    assert len(await events_of(db, webhook_id)) == 1
    assert await value(db, "select count(*) from webhook_events") == 1


async def test_a_page_of_many_users_is_fanned_out_in_bounded_transactions(
    engine: Engine, db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 3000
    await new_reader(db, "record.changed")
    await db.execute(
        """
        with others as (insert into users (email) select n || '@many.example' from generate_series(1, %s) n
                        returning user_id),
        subscribed as (insert into webhooks (user_id, url, secret, events)
                       select user_id, 'https://example.com/', 'sealed', '{record.changed}' from others)
        insert into job_items (id, origin, user_id, kind, url, url_hash, status, record_version, completed_at)
        select gen_random_uuid(), 'mailbox', user_id, 'recipe', %s, %s, 'DONE', 1, now() from others
        """,
        (count, CAKE, page(CAKE).hash),
    )
    await change(db, recipe("Chocolate cake", "9" * 64))
    sizes = []
    deliver = webhook_events.deliver

    async def counting(connection: Connection, event: StoredEvent, webhook_ids: Sequence[int]) -> tuple[int, int]:
        sizes.append(len(webhook_ids))
        return await deliver(connection, event, webhook_ids)

    monkeypatch.setattr(webhook_events, "deliver", counting)
    assert await relay(engine) == 1
    assert sizes == [1000, 1000, 1000, 1]
    assert await value(db, "select count(*) from webhook_deliveries where event_id is not null") == count + 1


async def test_an_event_that_cannot_be_read_is_given_up_and_delays_no_other(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    key = page(CAKE).hash
    await db.execute("select tell_event('record.changed', %s, '{\"kind\": \"poem\"}')", (key,))
    await change(db, recipe("Chocolate cake", "9" * 64))
    for _ in range(outbox.MAX_REFUSALS):
        assert await events_of(db, webhook_id) == []
        await relay(engine)
        await end_rests(db)
    await relay(engine)
    assert len(await events_of(db, webhook_id)) == 1
    assert "cannot be read" in await value(db, "select last_error from outbox where dead_at is not null")


async def test_a_webhook_with_too_many_waiting_events_gets_no_more_and_counts_them(
    engine: Engine, db: Connection
) -> None:
    first = await new_reader(db, "record.changed")
    second = await new_reader(db, "record.changed")
    for number in range(5):
        event = await stored_event(db, number)
        webhooks_told = [first, second] if number < 1 else [first]
        await webhook_events.deliver(db, event, webhooks_told, max_waiting=3)
    dropped = await rows(db, "select dropped from webhooks order by id")
    assert [row["dropped"] for row in dropped] == [2, 0]
    assert [len(await events_of(db, webhook)) for webhook in (first, second)] == [3, 1]


async def test_an_event_that_nobody_gets_is_not_stored(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    for number in range(3):
        await webhook_events.deliver(db, await stored_event(db, number), [webhook_id], max_waiting=1)
    assert await value(db, "select count(*) from webhook_events") == 1


async def test_a_webhook_that_is_removed_meanwhile_is_left_out(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    event = await stored_event(db, 1)
    await db.execute("delete from webhooks")
    assert await webhook_events.deliver(db, event, [webhook_id]) == (0, 0)


async def test_events_without_deliveries_are_deleted_after_their_retention(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    for number in range(3):
        await webhook_events.deliver(db, await stored_event(db, number), [webhook_id])
    await db.execute(
        "delete from webhook_deliveries d using webhook_events e where e.id = d.event_id and e.message_id > 0"
    )
    await db.execute("update webhook_events set created_at = now() - interval '8 days' where message_id < 2")
    assert await webhook_events.delete_old(db, timedelta(days=7)) == 1
    left = await rows(db, "select message_id from webhook_events order by 1")
    assert [row["message_id"] for row in left] == [0, 2]


# Calls --------------------------------------------------------------------------------------------------------


async def test_a_call_for_an_event_has_its_payload(engine: Engine, db: Connection) -> None:
    await new_reader(db, "record.changed")
    await change(db, recipe("Chocolate cake", "9" * 64))
    await relay(engine)
    [call] = await webhooks.claim(db, LEASE, 10)
    payload = make_payload(call)
    assert list(payload) == ["event", "delivery_id", "created_at", "record"]
    assert (payload["event"], payload["record"]["title"]) == ("record.changed", "Chocolate cake")


async def test_a_worker_of_the_previous_schema_cannot_claim_a_delivery_of_an_event(
    engine: Engine, db: Connection
) -> None:
    """It claims by `next_at`, and would send the event as a ping."""
    await new_reader(db, "record.changed")
    await change(db, recipe("Chocolate cake", "9" * 64))
    await relay(engine)
    assert await value(db, "select count(*) from webhook_deliveries where next_at is not null") == 0
    with pytest.raises(psycopg.errors.CheckViolation):  # its redelivery
        await db.execute("update webhook_deliveries set next_at = now()")


@pytest.mark.parametrize(("gone", "hours"), [(True, 1), (False, 0)])
async def test_a_delivery_of_an_event_is_given_up(engine: Engine, db: Connection, gone: bool, hours: int) -> None:
    webhook_id = await new_reader(db, "record.changed")
    await webhook_events.deliver(db, await stored_event(db), [webhook_id])
    [call] = await webhooks.claim(db, LEASE, 5)
    failed = FailedCall(410 if gone else 503, "no", timedelta(seconds=5), timedelta(seconds=5), gone=gone)
    assert await webhooks.mark_failed(db, call, failed, timedelta(hours=hours)) == 1
    assert await value(db, "select event_next_at from webhook_deliveries") is None


@pytest.mark.parametrize("delivered", [True, False])
async def test_a_delivery_of_an_event_can_be_queued_again(engine: Engine, db: Connection, delivered: bool) -> None:
    webhook_id = await new_reader(db, "record.changed")
    await change(db, recipe("Chocolate cake", "9" * 64))
    await relay(engine)
    [call] = await webhooks.claim(db, LEASE, 10)
    if delivered:
        assert await webhooks.mark_delivered(db, call, 200)
    else:
        pause = timedelta(seconds=60)
        failed = webhooks.FailedCall(500, "It failed.", pause, pause)
        await webhooks.mark_failed(db, call, failed, timedelta(hours=1))
    assert await webhooks.claim(db, LEASE, 10) == []
    queued = await webhooks.queue_again(db, webhook_id, call.delivery_id)
    assert queued is not None and queued.event == "record.changed"
    [again] = await webhooks.claim(db, LEASE, 10)
    assert (again.delivery_id, again.payload, again.attempt) == (call.delivery_id, call.payload, 2)


async def test_the_calls_of_a_user_with_many_webhooks_leave_room_for_others(engine: Engine, db: Connection) -> None:
    event = await stored_event(db, 1)
    greedy, modest = await new_user(db), await new_user(db)
    theirs = [await new_webhook(db, greedy, "record.changed") for _ in range(20)]
    mine = await new_webhook(db, modest, "record.changed")
    await webhook_events.deliver(db, event, [*theirs, mine])
    claimed = await webhooks.claim(db, LEASE, 2)
    assert mine in {call.webhook_id for call in claimed}
    claimed += await webhooks.claim(db, LEASE, 32)
    assert len(claimed) == webhooks.CALLS_OF_USER + 1
    assert await webhooks.claim(db, LEASE, 32) == []


async def test_the_deliveries_of_one_webhook_cost_a_claim_no_more_than_one_does(engine: Engine, db: Connection) -> None:
    crowded, other = [await new_webhook(db, await new_user(db), "record.changed") for _ in range(2)]
    event = await stored_event(db, 1)
    await db.execute(
        """
        insert into webhook_deliveries (webhook_id, item_id, status)
        select %s, gen_random_uuid(), 'DONE' from generate_series(1, 20000)
        """,
        (crowded,),
    )
    await webhook_events.deliver(db, event, [other])
    await db.execute("analyze webhook_deliveries")
    given = {"closed": [], "lease": LEASE, "limit": 10}
    given |= {"window": webhooks.LOOKED_AT, "of_user": webhooks.CALLS_OF_USER}
    cursor = await db.execute(b"explain (analyze, format json) " + webhooks._CLAIM.encode(), given)
    [explained] = await cursor.fetchall()
    read = _rows_read(explained["QUERY PLAN"][0]["Plan"], "webhook_deliveries")
    assert read < 50, read


def _rows_read(plan: dict[str, Any], table: str) -> float:
    own = plan["Actual Rows"] * plan["Actual Loops"] if plan.get("Relation Name") == table else 0.0
    if plan["Node Type"] == "ModifyTable":
        own = 0.0
    return float(own) + sum(_rows_read(child, table) for child in plan.get("Plans", ()))


async def test_each_of_many_waiting_webhooks_is_looked_at_in_turn(
    engine: Engine, db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "LOOKED_AT", 3)
    event = await stored_event(db, 1)
    everyone = {await new_webhook(db, await new_user(db), "record.changed") for _ in range(20)}
    await webhook_events.deliver(db, event, sorted(everyone))
    claimed: set[int] = set()
    for _ in range(500):
        claimed |= {call.webhook_id for call in await webhooks.claim(db, LEASE, 32)}
        if claimed == everyone:
            return
    pytest.fail(f"{len(everyone - claimed)} webhooks were never looked at")


# The mailbox --------------------------------------------------------------------------------------------------


async def test_a_mailbox_item_is_delivered_to_webhooks_that_subscribe_to_its_event(
    engine: Engine, db: Connection
) -> None:
    user_id = await new_user(db)
    subscribed = {event: await new_webhook(db, user_id, event) for event in MAILBOX_EVENTS}
    for number, status in enumerate(status for status in ENDED_ITEM if status not in ("COMMITTED", "ABANDONED")):
        await db.execute("delete from webhook_deliveries")
        await db.execute(
            """
            insert into job_items (id, origin, user_id, kind, url, status, completed_at)
            values (gen_random_uuid(), 'mailbox', %s, 'recipe', %s, %s, now())
            """,
            (user_id, f"https://kitchen.example/{number}", status),
        )
        told = await rows(db, "select webhook_id from webhook_deliveries")
        assert [row["webhook_id"] for row in told] == [subscribed[event_of(status)]], status


@pytest.mark.parametrize(
    ("only", "count"),
    [({"only_domain": "kitchen.example"}, 1), ({"only_domain": "shop.example"}, 0), ({"only_kind": "product"}, 0)],
)
async def test_a_filter_applies_to_mailbox_items(
    engine: Engine, db: Connection, only: dict[str, str], count: int
) -> None:
    await new_reader(db, *MAILBOX_EVENTS, **only)
    assert await value(db, "select count(*) from webhook_deliveries") == count


async def test_the_default_of_the_schema_is_the_mailbox_events(engine: Engine, db: Connection) -> None:
    await db.execute(
        "insert into webhooks (user_id, url, secret) values (%s, 'https://example.com/', 'sealed')",
        (await new_user(db),),
    )
    assert await value(db, "select events from webhooks") == list(MAILBOX_EVENTS)
    assert set(MAILBOX_EVENTS) < set(EVENTS)


async def test_concurrent_relays_of_changes_queue_each_delivery_once(engine: Engine, db: Connection) -> None:
    webhook_id = await new_reader(db, "record.changed")
    for number in range(2, 8):
        await change(db, recipe(f"Cake {number}", f"{number}" * 64))
    await asyncio.gather(*(relay(engine) for _ in range(4)))
    assert len(await events_of(db, webhook_id)) == 6
