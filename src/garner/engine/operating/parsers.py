"""Parser health: evaluates extraction quality, opens alerts when it drops, lists it, and reports on candidates."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from garner import observe
from garner.core.accounts.webhooks import WebhookEvent
from garner.core.quality.differences import WHOLE
from garner.core.quality.parser_health import AlertEnding, AlertRules, Closing, Drop, Pages, health_of, judge
from garner.core.record import Kind
from garner.engine.engine import Engine
from garner.postgres.database import Connection, emit_on_commit
from garner.settings import Settings
from garner.store.queue import outbox
from garner.store.records import parser_health, shadow
from garner.store.records.parser_health import AlertView
from garner.store.records.shadow import FieldComparison, ShadowDifference, ShadowFailure, ShadowRun

JUDGED_AT_ONCE = 100
WEAKEST_SHOWN = 3


def alert_rules(settings: Settings) -> AlertRules:
    return AlertRules(
        settings.parser_alerts.pages,
        settings.parser_alerts.drop,
        settings.parser_alerts.chance,
        timedelta(hours=settings.parser_alerts.recent_hours),
        timedelta(days=settings.parser_alerts.baseline_days),
    )


# Judging ----------------------------------------------------------------------------------------------------------


async def judge_parsers(engine: Engine, limit: int = JUDGED_AT_ONCE) -> int:
    """Open and close alerts for hours counted since the last evaluation. Return the number of those hours."""
    rules = alert_rules(engine.settings)
    async with engine.database.transaction() as connection:
        pages, hours = await parser_health.take_unjudged(connection, limit)
        if not pages:
            return 0
        now = await parser_health.now(connection)
        buckets = await parser_health.buckets(connection, pages, rules.baseline)
        alerts = await parser_health.open_alerts(connection, pages)
        closed = await parser_health.last_closed(connection, pages, rules.recent)
        for site_pages in pages:
            judgement = judge(buckets[site_pages], alerts[site_pages], closed[site_pages], rules, now)
            await _open(connection, site_pages, judgement.drops)
            await _close(connection, site_pages, judgement.closings)
            await asyncio.sleep(0)  # evaluation takes CPU time, so let other tasks of this process run
    return hours


async def _open(connection: Connection, pages: Pages, drops: Sequence[Drop]) -> None:
    """Open alerts. Fields that drop together are reported in one event: most often they have one cause."""
    opened = [drop for drop in drops if await parser_health.open_alert(connection, pages, drop)]
    if opened:
        shares = ", ".join(f"{drop.field} {drop.rate:.2f} of {drop.baseline:.2f}" for drop in opened)
        fields, fewest = ",".join(drop.field for drop in opened), min(drop.pages for drop in opened)
        emit_on_commit(connection, observe.ParserAlertOpened(*pages, opened[0].version, fields, shares, fewest))
        await _tell_webhooks(
            connection,
            pages,
            {
                "state": "opened",
                "extractor": opened[0].extractor,
                "version": opened[0].version,
                "fields": [
                    {"field": drop.field, "rate": drop.rate, "baseline": drop.baseline, "pages": drop.pages}
                    for drop in opened
                ],
            },
        )


async def _close(connection: Connection, pages: Pages, closings: Sequence[Closing]) -> None:
    closed = [closing for closing in closings if await parser_health.close_alert(connection, closing)]
    for because in AlertEnding:
        fields = ",".join(closing.alert.field for closing in closed if closing.because is because)
        if fields:
            emit_on_commit(connection, observe.ParserAlertClosed(*pages, fields, str(because)))
            rates = [
                {"field": closing.alert.field, "rate": closing.rate, "baseline": closing.alert.baseline}
                for closing in closed
                if closing.because is because
            ]
            await _tell_webhooks(connection, pages, {"state": "closed", "because": because, "fields": rates})


async def _tell_webhooks(connection: Connection, pages: Pages, alert: dict[str, Any]) -> None:
    about = {"domain": pages.domain, "kind": pages.kind}
    await outbox.tell_event(connection, WebhookEvent.PARSER_ALERT, f"alert:{pages.domain}", about | alert)


async def close_silent_alerts(engine: Engine) -> int:
    async with engine.database.transaction() as connection:
        closed = await parser_health.close_silent_alerts(connection)
        for pages, fields in closed.items():
            emit_on_commit(connection, observe.ParserAlertClosed(*pages, ",".join(fields), str(AlertEnding.SILENT)))
            names = [{"field": field} for field in fields]
            await _tell_webhooks(connection, pages, {"state": "closed", "because": AlertEnding.SILENT, "fields": names})
    return len(closed)


# Looking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldHealth:
    field: str
    rate: float
    baseline: float


@dataclass(frozen=True, slots=True)
class ParserView:
    """The extraction health of one kind of record on one site's newest pages."""

    domain: str
    kind: str
    extractor: str
    version: str
    pages: int
    rate: float
    baseline_pages: int
    baseline: float | None  # None without earlier pages to compare with
    weakest: list[FieldHealth]
    alerts: list[str]  # the fields with an open alert


async def list_parsers(
    engine: Engine, *, domain: str | None = None, kind: str | None = None, after: Pages | None = None, limit: int = 100
) -> tuple[list[ParserView], Pages | None]:
    """List parsers by domain and kind, and return the position to continue from. Parsers without recent pages are
    skipped, so a page may be short."""
    rules = alert_rules(engine.settings)
    async with engine.database.transaction() as connection:
        pages = await parser_health.page_of(connection, domain=domain, kind=kind, after=after, limit=limit)
        now = await parser_health.now(connection)
        buckets = await parser_health.buckets(connection, pages, rules.baseline)
        alerts = await parser_health.open_alerts(connection, pages)
    views = []
    for site_pages in pages:
        health = health_of(buckets[site_pages], rules, now)
        if health is not None:
            recent, usual = health.recent.share(WHOLE), health.usual.share(WHOLE)
            names = health.weakest(WEAKEST_SHOWN)
            weakest = [
                FieldHealth(name, health.recent.share(name).rate, health.usual.share(name).rate) for name in names
            ]
            views.append(
                ParserView(
                    *(*site_pages, health.extractor, health.version, recent.of, recent.rate),
                    *(
                        usual.of,
                        usual.rate if usual.of else None,
                        weakest,
                        [alert.field for alert in alerts[site_pages]],
                    ),
                )
            )
    return views, pages[-1] if len(pages) == limit else None


async def list_alerts(
    engine: Engine,
    *,
    open_only: bool = False,
    domain: str | None = None,
    before: int | None = None,
    limit: int = 100,
) -> list[AlertView]:
    async with engine.database.connection() as connection:
        return await parser_health.alerts(connection, open_only=open_only, domain=domain, before=before, limit=limit)


# Candidates -------------------------------------------------------------------------------------------------------

FAILURES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ShadowReport:
    runs: list[ShadowRun]
    fields: list[FieldComparison]
    failures: list[ShadowFailure]  # a few


async def report_shadow(engine: Engine, *, candidate: str | None = None, since: datetime | None = None) -> ShadowReport:
    async with engine.database.connection() as connection:
        return ShadowReport(
            await shadow.runs(connection, candidate=candidate, since=since),
            await shadow.fields(connection, candidate=candidate, since=since),
            await shadow.failures(connection, candidate=candidate, since=since, limit=FAILURES_SHOWN),
        )


async def list_shadow_differences(
    engine: Engine,
    field: str,
    *,
    kind: Kind | None = None,
    candidate: str | None = None,
    since: datetime | None = None,
    before: tuple[datetime, int] | None = None,
    limit: int = 100,
) -> list[ShadowDifference]:
    async with engine.database.connection() as connection:
        return await shadow.differences(
            connection, field, kind=kind, candidate=candidate, since=since, before=before, limit=limit
        )
