"""Export events as Prometheus metrics.

`serve` and its workers are several processes that one scrape must cover: when `PROMETHEUS_MULTIPROC_DIR` names a folder
before this module is imported, the client stores every process's numbers there and `render` adds them up.

The client maps those files into memory as they grow, as sparse files, and writing into a hole when the disk is full
kills a process at once. So each process allocates the maximum size of its files when it starts.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from garner.observe import (
    ControllerDecided,
    DatabaseLost,
    DatabaseMeasured,
    DeliveriesGivenUp,
    Event,
    EventQueued,
    FrozenSessionEnded,
    ItemEnded,
    JobEnded,
    JobRemoved,
    LaneThrottled,
    LeasesSwept,
    LlmAsked,
    LoopFailed,
    MessageGivenUp,
    MessagesPublished,
    PageExtracted,
    PageFetched,
    PageKnown,
    PageSubmitted,
    PageUnchanged,
    ParserAlertClosed,
    ParserAlertOpened,
    ProviderCalled,
    PublishFailed,
    QueryWasSlow,
    QueueSnapshot,
    Reconciled,
    RequestAnswered,
    RequestsTimedOut,
    RowsCanceled,
    RowsWritten,
    ShadowCompared,
    WebhookCalled,
    WorkClaimed,
    WorkSettled,
    subscribe,
)

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
FILES = ("counter", "histogram", "gauge_livemostrecent", "gauge_livemax")
ROOM_BYTES = 256 * 1024
RECENT_WEIGHT = 0.1  # weight of the latest sample


def _preallocate_files(folder: Path) -> None:
    for name in FILES:
        file = folder / f"{name}_{os.getpid()}.db"
        if not file.exists():  # otherwise an earlier process had our pid, and its counts still matter
            file.write_bytes(bytes(ROOM_BYTES))


if os.environ.get(FOLDER):  # before the first metric, which creates its file
    _preallocate_files(Path(os.environ[FOLDER]))

REQUESTS = Counter("garner_http_requests", "HTTP requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "garner_http_request_seconds", "Time to answer an HTTP request, in seconds", ["method", "route"]
)
SUBMITTED = Counter("garner_pages_submitted", "Pages submitted, by outcome", ["outcome", "kind", "origin"])
ITEMS_ENDED = Counter("garner_items_ended", "Requests and rows of jobs that ended, by status", ["kind", "status"])
JOBS_ENDED = Counter("garner_jobs_ended", "Jobs that ended, by state", ["state"])
JOBS_REMOVED = Counter("garner_jobs_removed", "Jobs removed with their rows and files, by reason", ["why"])
CLAIMED = Counter("garner_work_claimed", "Work items claimed", ["stage"])
SETTLED = Counter("garner_work_settled", "Work items settled", ["stage"])
STALE = Counter("garner_work_stale", "Results discarded because the lease was lost", ["stage"])
SETTLE_SECONDS = Histogram("garner_settle_seconds", "Duration of a settling transaction, in seconds", ["stage"])
FETCHED = Counter("garner_pages_fetched", "Pages fetched, by outcome", ["outcome"])
FETCHED_BYTES = Counter("garner_fetched_bytes", "Bytes of the pages fetched")
FETCH_SECONDS = Histogram("garner_fetch_seconds", "Duration of a fetch, in seconds")
EXTRACT_SECONDS = Histogram("garner_extract_seconds", "Time to extract a page, in seconds")
EXTRACTED = Counter("garner_records", "Records requested, by whether they were found", ["kind", "found"])
LLM_ASKED = Counter("garner_llm_questions", "Calls of the language model, by outcome", ["kind", "outcome"])
LLM_TOKENS = Counter("garner_llm_tokens", "Tokens used by the language model")
UNCHANGED = Counter("garner_pages_unchanged", "Pages that were unchanged and not extracted again, by kind", ["kind"])
PARSER_ALERTS = Counter("garner_parser_alerts", "Parser alerts opened and closed", ["kind", "act"])
SHADOWED = Counter("garner_shadow_pages", "Pages given to a candidate extractor, by outcome", ["outcome"])
LANE_THROTTLES = Counter("garner_lane_throttles", "Times that a site asked to slow down and its lane followed")
LOOP_FAILURES = Counter("garner_loop_failures", "Rounds of background loops that failed", ["loop"])
PROVIDER_CALLS = Counter("provider_calls", "Calls of search endpoints, by outcome", ["provider", "outcome"])
SWEPT = Counter("garner_leases_swept", "Expired leases of lost workers, freed or out of attempts", ["fate"])
RECONCILED = Counter("garner_reconciled", "Inconsistencies repaired; should be zero", ["what"])
SESSIONS_ENDED = Counter(
    "garner_frozen_sessions_ended", "Database sessions ended because their process stopped inside a transaction"
)
TIMED_OUT = Counter("garner_requests_timed_out", "Requests that failed because they made no progress")
DATABASE_LOST = Counter("garner_database_lost", "Times that the database was unreachable", ["where"])
WEBHOOK_CALLS = Counter("garner_webhook_calls", "Calls of webhooks, by outcome", ["outcome"])
WEBHOOK_SECONDS = Histogram("garner_webhook_seconds", "Duration of a webhook call, in seconds")
GIVEN_UP = Counter(
    "garner_webhook_deliveries_given_up", "Webhook deliveries abandoned because they failed for too long"
)
PUBLISHED = Counter("garner_outbox_published", "Messages of the outbox that were published", ["topic"])
PUBLISH_FAILED = Counter("garner_outbox_failures", "Failed attempts to publish messages of the outbox", ["topic"])
MESSAGES_GIVEN_UP = Counter("garner_outbox_given_up", "Messages that their consumer refused for good", ["topic"])
EVENTS = Counter("garner_webhook_events", "Events for webhooks, by outcome", ["event", "outcome"])
INGEST_MS = Histogram(
    "ingest_ms",
    "Time to write a batch of rows, in milliseconds",
    buckets=(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000),
)
SLOW_QUERY_MS = Histogram(
    "slow_query_ms",
    "Time to read a page of a list, if slow, in milliseconds",
    ["listing"],
    buckets=(50, 100, 200, 500, 1000, 2000, 5000, 10_000),
)
# The worst of several processes matters.
DB_LATENCY = Gauge("db_latency_ewma", "Average duration of a transaction, in milliseconds", multiprocess_mode="livemax")
POOL_WAIT = Gauge(
    "pool_wait_ms", "Average wait for a database connection, in milliseconds", multiprocess_mode="livemax"
)
THROTTLE_RATE = Gauge(
    "api_throttle_rate",
    "Recent share of the calls that a search endpoint throttled",
    ["provider"],
    multiprocess_mode="livemax",
)
CONTROLLER = Gauge(
    "garner_controller",
    "Latest value of an adaptive controller",
    ["controller"],
    multiprocess_mode="livemostrecent",
)


def _split(words: str) -> list[str]:
    return words.split(",") if words else []


def _count_extracted(event: PageExtracted) -> None:
    EXTRACT_SECONDS.observe(event.seconds)
    for kind in _split(event.found):
        EXTRACTED.labels(kind, "yes").inc()
    for kind in _split(event.missing):
        EXTRACTED.labels(kind, "no").inc()


def _count_llm(event: LlmAsked) -> None:
    LLM_ASKED.labels(event.kind, event.outcome).inc()
    LLM_TOKENS.inc(event.tokens)


def _count_unchanged(event: PageUnchanged) -> None:
    EXTRACT_SECONDS.observe(event.seconds)
    for kind in _split(event.kinds):
        UNCHANGED.labels(kind).inc()


def _count_fetched(event: PageFetched) -> None:
    FETCHED.labels(event.outcome).inc()
    FETCHED_BYTES.inc(event.bytes)
    FETCH_SECONDS.observe(event.seconds)


def _count_settled(event: WorkSettled) -> None:
    SETTLED.labels(event.stage).inc(event.count)
    STALE.labels(event.stage).inc(event.stale)
    SETTLE_SECONDS.labels(event.stage).observe(event.seconds)


def _count_request(event: RequestAnswered) -> None:
    REQUESTS.labels(event.method, event.route, event.status).inc()
    REQUEST_SECONDS.labels(event.method, event.route).observe(event.seconds)


_throttled: dict[str, float] = {}


def _count_provider_call(event: ProviderCalled) -> None:
    PROVIDER_CALLS.labels(event.provider, event.outcome).inc()
    before = _throttled.get(event.provider, 0.0)
    _throttled[event.provider] = before + RECENT_WEIGHT * ((event.outcome == "throttled") - before)
    THROTTLE_RATE.labels(event.provider).set(_throttled[event.provider])


def _count_measured(event: DatabaseMeasured) -> None:
    DB_LATENCY.set(event.latency_ms)
    POOL_WAIT.set(event.pool_wait_ms)


def _count_swept(event: LeasesSwept) -> None:
    SWEPT.labels("freed").inc(event.freed)
    SWEPT.labels("dead").inc(event.dead)


def _count_call(event: WebhookCalled) -> None:
    WEBHOOK_CALLS.labels(event.outcome).inc()
    WEBHOOK_SECONDS.observe(event.seconds)


def _count_event(event: EventQueued) -> None:
    EVENTS.labels(event.told, "queued").inc(event.deliveries)
    EVENTS.labels(event.told, "dropped").inc(event.dropped)


_METRICS: dict[type[Event], Callable[[Any], None]] = {
    RequestAnswered: _count_request,
    PageSubmitted: lambda event: SUBMITTED.labels(event.outcome, event.kind, event.origin).inc(),
    PageKnown: lambda event: SUBMITTED.labels(event.outcome, event.kind, event.origin).inc(),
    ItemEnded: lambda event: ITEMS_ENDED.labels(event.kind, event.status).inc(),
    RowsCanceled: lambda event: ITEMS_ENDED.labels(event.kind, "CANCELED").inc(event.rows),
    JobEnded: lambda event: JOBS_ENDED.labels(event.state).inc(),
    JobRemoved: lambda event: JOBS_REMOVED.labels(event.why).inc(),
    WorkClaimed: lambda event: CLAIMED.labels(event.stage).inc(event.count),
    WorkSettled: _count_settled,
    PageFetched: _count_fetched,
    PageExtracted: _count_extracted,
    LlmAsked: _count_llm,
    PageUnchanged: _count_unchanged,
    ParserAlertOpened: lambda event: PARSER_ALERTS.labels(event.kind, "opened").inc(),
    ParserAlertClosed: lambda event: PARSER_ALERTS.labels(event.kind, "closed").inc(),
    ShadowCompared: lambda event: SHADOWED.labels(event.outcome).inc(),
    ProviderCalled: _count_provider_call,
    QueryWasSlow: lambda event: SLOW_QUERY_MS.labels(event.listing).observe(event.milliseconds),
    DatabaseMeasured: _count_measured,
    RowsWritten: lambda event: INGEST_MS.observe(event.ms),
    LeasesSwept: _count_swept,
    FrozenSessionEnded: lambda event: SESSIONS_ENDED.inc(),
    Reconciled: lambda event: RECONCILED.labels(event.what).inc(event.count),
    RequestsTimedOut: lambda event: TIMED_OUT.inc(event.count),
    WebhookCalled: _count_call,
    MessagesPublished: lambda event: PUBLISHED.labels(event.topic).inc(event.count),
    PublishFailed: lambda event: PUBLISH_FAILED.labels(event.topic).inc(),
    MessageGivenUp: lambda event: MESSAGES_GIVEN_UP.labels(event.topic).inc(),
    EventQueued: _count_event,
    DeliveriesGivenUp: lambda event: GIVEN_UP.inc(event.count),
    LaneThrottled: lambda event: LANE_THROTTLES.inc(),
    LoopFailed: lambda event: LOOP_FAILURES.labels(event.loop).inc(),
    DatabaseLost: lambda event: DATABASE_LOST.labels(event.where).inc(),
    ControllerDecided: lambda event: CONTROLLER.labels(event.controller).set(event.value),
}


STAGES = ("crawl", "extract", "match")
# A metric can only be monitored if it exists before its first event.
_FROM_THE_START: dict[Counter, list[tuple[str, ...]]] = {
    STALE: [(stage,) for stage in STAGES],
    SHADOWED: [(outcome,) for outcome in ("same", "different", "failed", "dropped")],
    JOBS_REMOVED: [("asked",), ("retention",)],
    FETCHED: [("ok",)],
    SWEPT: [("freed",), ("dead",)],
    RECONCILED: [("lane",), ("item",)],
    WEBHOOK_CALLS: [("delivered",), ("failed",), ("gone",)],
    PUBLISHED: [("webhooks",)],
    PUBLISH_FAILED: [("webhooks",)],
    MESSAGES_GIVEN_UP: [("webhooks",)],
    DATABASE_LOST: [(f"{act} {stage}",) for act in ("claim", "settle", "renew") for stage in STAGES],
}


def _from_the_start_by_kind(kinds: Sequence[str]) -> dict[Counter, list[tuple[str, ...]]]:
    return {
        EXTRACTED: [(kind, is_found) for kind in kinds for is_found in ("yes", "no")],
        LLM_ASKED: [(kind, "ok") for kind in kinds],
        UNCHANGED: [(kind,) for kind in kinds],
        ITEMS_ENDED: [(kind, status) for kind in kinds for status in ("DONE", "NOT_FOUND", "ERROR", "CANCELED")],
        PARSER_ALERTS: [(kind, act) for kind in (*kinds, "auto") for act in ("opened", "closed")],
    }


def measure_events(kinds: Sequence[str]) -> None:
    """Count events from now on, those about records by these kinds."""
    for listing in ("items", "pending"):
        SLOW_QUERY_MS.labels(listing)
    for counter, labels in (_FROM_THE_START | _from_the_start_by_kind(kinds)).items():
        for values in labels:
            counter.labels(*values)

    def count(event: Event) -> None:
        measure = _METRICS.get(type(event))
        if measure is not None:
            measure(event)

    subscribe(count)


# The contract of the batch API defines these names.
_OF_JOBS = {
    "pending_count": "Unfinished items of jobs, counted periodically",
    "queue_depth": "Waiting items of jobs",
    "items_sec": "Items of jobs that ended per second, over the last minute",
    "error_rate": "Share of the recently ended items that ended in error",
    "not_found_rate": "Share of the recently ended items that ended as not found",
}


class _SnapshotCollector:
    """A collector of values counted for each scrape, which no process stores."""

    def __init__(self, snapshot: QueueSnapshot) -> None:
        self._snapshot = snapshot

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, help, value in (
            ("open_breakers", "Domains with an open circuit breaker", self._snapshot.open_breakers),
            ("throttled_lanes", "Domains with work that are throttled", self._snapshot.throttled_lanes),
            ("backlog_pages", "Due pages that wait for room in the queue", self._snapshot.backlog),
            ("dead_letters", "Dead letters that were not replayed", self._snapshot.dead_letters),
            ("open_parser_alerts", "Open parser alerts", self._snapshot.parser_alerts),
            ("workers", "Workers that are alive", self._snapshot.workers),
            ("unheld_duties", "Background duties whose holder is not alive", self._snapshot.unheld_duties),
        ):
            yield GaugeMetricFamily(f"garner_{name}", help, value)
        for name, help in _OF_JOBS.items():
            yield GaugeMetricFamily(name, help, getattr(self._snapshot, name))
        work = GaugeMetricFamily(
            "garner_work", "Work items in the queue, by stage and state", labels=["stage", "state"]
        )
        for labels, count in self._snapshot.work.items():
            work.add_metric(labels, count)
        yield work
        oldest = GaugeMetricFamily(
            "garner_work_oldest_seconds", "Time since the oldest waiting work became due", labels=["stage"]
        )
        for stage, seconds in self._snapshot.oldest_due_seconds.items():
            oldest.add_metric([stage], seconds)
        yield oldest
        yield from self._change_readers()
        yield from self._outbox()

    def _change_readers(self) -> Iterator[GaugeMetricFamily]:
        changes = GaugeMetricFamily(
            "garner_changes_waiting", "Changes of records that a reader has not processed", labels=["reader"]
        )
        oldest = GaugeMetricFamily(
            "garner_changes_oldest_seconds",
            "Age of the oldest change that a reader has not processed",
            labels=["reader"],
        )
        for lag in self._snapshot.change_readers:
            changes.add_metric([lag.reader], lag.changes)
            oldest.add_metric([lag.reader], lag.seconds)
        yield changes
        yield oldest

    def _outbox(self) -> Iterator[GaugeMetricFamily]:
        for name, help, field in (
            ("messages", "Messages of the outbox that wait", "messages"),
            ("oldest_seconds", "Age of the oldest message of the outbox that waits, in seconds", "oldest_seconds"),
            ("dead", "Messages of the outbox that were given up", "dead"),
        ):
            family = GaugeMetricFamily(f"garner_outbox_{name}", help, labels=["topic"])
            for counts in self._snapshot.outbox:
                family.add_metric([counts.topic], getattr(counts, field))
            yield family


def render(snapshot: QueueSnapshot | None = None) -> tuple[bytes, str]:
    """Return the body of the answer to a scrape, and its media type."""
    registry = REGISTRY
    if os.environ.get(FOLDER):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # untyped in the library
    answer = generate_latest(registry)
    if snapshot is not None:
        counted = CollectorRegistry()
        counted.register(_SnapshotCollector(snapshot))
        answer += generate_latest(counted)
    return answer, CONTENT_TYPE_LATEST
