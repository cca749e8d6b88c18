"""The events that a webhook subscribes to, over HTTP, and the calls for them."""

import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.integration.outbox_helpers import relay_once

from garner.core.accounts.webhooks import EVENTS, MAILBOX_EVENTS
from garner.core.urls.page_url import parse_page_url
from garner.runtime.duties.webhook_fan_out import TOPIC, WebhookFanOut

from .conftest import Garner
from .receiver import Receiver, says
from .test_mailbox import complete
from .webhook_helpers import WEBHOOKS, call, deliveries, listed

URL = "https://example.com/calls"
CHANGED = """
    with changed as (
        update recipes set data = data || '{"title": "Another cake"}', version = version + 1, content_hash = 'x',
                           updated_at = now()
        returning *)
    insert into record_versions (url_hash, kind, version, data, content_hash, extractor, extractor_version, strategy,
                                 confidence, parsed_at)
    select url_hash, 'recipe', version, data, content_hash, extractor, extractor_version, strategy, confidence, now()
    from changed
"""


async def subscribe(person: httpx.AsyncClient, **wanted: Any) -> httpx.Response:
    return await person.post(WEBHOOKS, json={"url": URL, **wanted})


async def test_a_webhook_without_events_gets_those_of_the_mailbox(ana: httpx.AsyncClient) -> None:
    created = (await subscribe(ana)).json()
    assert (created["events"], created["filter"], created["dropped"]) == (list(MAILBOX_EVENTS), None, 0)


async def test_a_webhook_is_created_with_events_and_a_filter(ana: httpx.AsyncClient) -> None:
    wanted = {"kind": "product", "domain": "WWW.Shop.example"}
    answer = await subscribe(ana, events=["product.changed", "batch.finished", "product.changed"], filter=wanted)
    assert answer.status_code == 201
    [webhook] = await listed(ana)
    assert webhook["events"] == ["batch.finished", "product.changed"]
    assert webhook["filter"] == {"kind": "product", "domain": "shop.example"}


@pytest.mark.parametrize("method", ["post", "patch"])
@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"events": ["record.eaten"]}, "events"),
        ({"events": ["ping"]}, "events"),
        ({"events": []}, "events"),
        ({"events": None}, "events"),
        ({"events": "record.changed"}, "events"),
        ({"events": [7]}, "events.0"),
        ({"events": ["record.changed"] * 100}, "events"),
        ({"events": ["\u0000"]}, "events.0"),
        ({"filter": {"kind": "poem"}}, "filter.kind"),
        ({"filter": {"domain": ""}}, "filter.domain"),
        ({"filter": {"colour": "red"}}, "filter.colour"),
    ],
)
async def test_an_invalid_subscription_is_refused_with_the_field(
    ana: httpx.AsyncClient, method: str, wanted: dict[str, Any], field: str
) -> None:
    webhook = (await subscribe(ana)).json()
    path, body = (WEBHOOKS, {"url": URL, **wanted}) if method == "post" else (f"{WEBHOOKS}/{webhook['id']}", wanted)
    answer = await ana.request(method, path, json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["fields"][0]["field"] == field
    assert [entry["events"] for entry in await listed(ana)] == [list(MAILBOX_EVENTS)]


@pytest.mark.parametrize(
    ("sent", "domain"),
    [
        ("https://www.Shop.example/", "shop.example"),
        (" shop.example. ", "shop.example"),
        ("shop.example:443", "shop.example"),
        ("shop.example:8443", "shop.example:8443"),
        ("http://shop.example:80", "shop.example"),
        ("Bücher.example", "xn--bcher-kva.example"),
    ],
)
async def test_the_domain_of_a_filter_is_spelled_as_that_of_pages(
    ana: httpx.AsyncClient, sent: str, domain: str
) -> None:
    created = (await subscribe(ana, events=["record.changed"], filter={"domain": sent})).json()
    assert created["filter"]["domain"] == domain == parse_page_url(f"https://{domain}/pan").domain


@pytest.mark.parametrize("sent", ["shop.example/pans", "*.example", "two words", "user:secret@shop.example"])
async def test_a_filter_that_no_page_can_match_is_refused(ana: httpx.AsyncClient, sent: str) -> None:
    answer = await subscribe(ana, events=["record.changed"], filter={"domain": sent})
    assert answer.status_code == 422, answer.text
    assert answer.json()["fields"] == [{"field": "filter.domain", "reason": "Must be a domain, such as example.com"}]


async def test_an_unknown_event_is_answered_with_the_list(ana: httpx.AsyncClient) -> None:
    answer = await subscribe(ana, events=["record.eaten"])
    assert answer.json()["error"] == f"Unknown event: record.eaten. Choose from {', '.join(EVENTS)}."


async def test_a_webhook_can_await_runs_before_there_are_any(ana: httpx.AsyncClient) -> None:
    created = await subscribe(ana, events=["run.finished"])
    assert (created.status_code, created.json()["events"]) == (201, ["run.finished"])


async def test_events_and_filter_can_be_changed_and_what_is_not_sent_stays(ana: httpx.AsyncClient) -> None:
    webhook = (await subscribe(ana, filter={"kind": "recipe"})).json()
    there = f"{WEBHOOKS}/{webhook['id']}"
    changed = (await ana.patch(there, json={"events": ["record.changed"]})).json()
    assert (changed["events"], changed["filter"]["kind"], changed["active"]) == (["record.changed"], "recipe", True)
    changed = (await ana.patch(there, json={"active": False})).json()
    assert (changed["events"], changed["active"]) == (["record.changed"], False)
    changed = (await ana.patch(there, json={"filter": {"domain": "example.com"}})).json()
    assert changed["filter"] == {"kind": None, "domain": "example.com"}
    changed = (await ana.patch(there, json={"filter": None, "active": True})).json()
    assert (changed["filter"], changed["active"], changed["events"]) == (None, True, ["record.changed"])


async def test_events_of_operators_are_for_admins(garner: Garner, reset: Callable[..., None]) -> None:
    reset(admin_emails="boss@example.com")
    ana, boss = await garner.person("ana@example.com"), await garner.person("boss@example.com")
    refused = await subscribe(ana, events=["parser.alert"])
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert (await subscribe(boss, events=["parser.alert"])).status_code == 201
    own = (await subscribe(ana)).json()
    assert (await ana.patch(f"{WEBHOOKS}/{own['id']}", json={"events": ["parser.alert"]})).status_code == 403


async def test_a_changed_record_is_delivered_signed_and_listed(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    answer = await ana.post(WEBHOOKS, json={"url": receiver.url(), "events": ["record.changed"]})
    webhook = answer.json()
    await complete(garner, ana)
    await garner.execute(CHANGED)
    assert await relay_once(garner.engine, WebhookFanOut(garner.engine), topic=TOPIC) == 1
    assert await call(garner) == 1
    [received] = receiver.received
    said = received.said
    assert (said["event"], received.headers["garner-event"]) == ("record.changed", "record.changed")
    assert said["delivery_id"] == received.delivery and "job" not in said
    assert said["record"]["changes"] == [
        {"field": "title", "change": "changed", "before": "Lemon drizzle cake", "after": "Another cake"}
    ]
    assert received.is_signed_with(webhook["secret"], time.time())
    [delivery] = await deliveries(ana, webhook)
    assert (delivery["event"], delivery["job_id"], delivery["state"]) == ("record.changed", None, "delivered")
    again = await ana.post(f"{WEBHOOKS}/{webhook['id']}/deliveries/{delivery['id']}/redeliver")
    assert (again.status_code, again.json()["state"], again.json()["event"]) == (202, "waiting", "record.changed")
    assert await call(garner) == 1
    assert receiver.received[1].body == received.body


async def test_a_failed_delivery_of_an_event_is_retried_with_the_same_body(
    garner: Garner, ana: httpx.AsyncClient, receiver: Receiver
) -> None:
    receiver.paths["/flaky"] = says(503)
    webhook = (await ana.post(WEBHOOKS, json={"url": receiver.url("/flaky"), "events": ["record.changed"]})).json()
    await complete(garner, ana)
    await garner.execute(CHANGED)
    await relay_once(garner.engine, WebhookFanOut(garner.engine), topic=TOPIC)
    assert await call(garner) == 1
    [delivery] = await deliveries(ana, webhook)
    assert (delivery["state"], delivery["last_answer"], delivery["attempts"]) == ("waiting", 503, 1)
    receiver.paths.clear()
    await garner.execute("update webhooks set rests_until = null")
    await garner.execute("update webhook_deliveries set event_next_at = now()")
    assert await call(garner) == 1
    first, second = receiver.received
    assert first.body == second.body
    [delivery] = await deliveries(ana, webhook)
    assert (delivery["state"], delivery["attempts"]) == ("delivered", 2)
