"""Events as Prometheus metrics.

`serve` and the workers beside it are several processes that one scrape must cover: when `PROMETHEUS_MULTIPROC_DIR`
names a folder before this module is imported, the client keeps every process's numbers there and `render` adds them
up.
"""

import os
from collections.abc import Callable
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
from prometheus_client.multiprocess import MultiProcessCollector

from garner.observe import (
    ControllerDecided,
    DatabaseLost,
    Event,
    ItemEnded,
    JobEnded,
    LeasesSwept,
    PageExtracted,
    PageFetched,
    PageKnown,
    PageSubmitted,
    PageUnchanged,
    Reconciled,
    RequestAnswered,
    RequestsTimedOut,
    WorkClaimed,
    WorkSettled,
    subscribe,
)

FOLDER = "PROMETHEUS_MULTIPROC_DIR"

REQUESTS = Counter("garner_http_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("garner_http_request_seconds", "Time to answer", ["method", "route"])
SUBMITTED = Counter("garner_pages_submitted", "Pages asked for, by what came of it", ["outcome", "kind", "origin"])
ITEMS_ENDED = Counter("garner_items_ended", "Requests and rows of jobs that ended, by how", ["kind", "status"])
JOBS_ENDED = Counter("garner_jobs_ended", "Jobs that ended, by how", ["state"])
CLAIMED = Counter("garner_work_claimed", "Work claimed", ["stage"])
SETTLED = Counter("garner_work_settled", "Work settled", ["stage"])
STALE = Counter("garner_work_stale", "Results dropped because the lease was lost", ["stage"])
SETTLE_SECONDS = Histogram("garner_settle_seconds", "Time of a settling transaction", ["stage"])
FETCHED = Counter("garner_pages_fetched", "Pages fetched, by outcome", ["outcome"])
FETCHED_BYTES = Counter("garner_fetched_bytes", "Bytes of pages fetched")
FETCH_SECONDS = Histogram("garner_fetch_seconds", "Time of a fetch")
EXTRACT_SECONDS = Histogram("garner_extract_seconds", "Time to extract a page")
EXTRACTED = Counter("garner_records", "Records wanted, by whether they were found", ["kind", "found"])
UNCHANGED = Counter("garner_pages_unchanged", "Pages known to say what they said, by kind", ["kind"])
SWEPT = Counter("garner_leases_swept", "Leases of lost workers", ["fate"])
RECONCILED = Counter("garner_reconciled", "Left behind by a race and mended; should be zero", ["what"])
TIMED_OUT = Counter("garner_requests_timed_out", "Requests that did not move for too long")
DATABASE_LOST = Counter("garner_database_lost", "Times the database could not be reached", ["where"])
CONTROLLER = Gauge(
    "garner_controller",
    "What an adaptive controller decided last",
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


def _count_swept(event: LeasesSwept) -> None:
    SWEPT.labels("freed").inc(event.freed)
    SWEPT.labels("dead").inc(event.dead)


_METRICS: dict[type[Event], Callable[[Any], None]] = {
    RequestAnswered: _count_request,
    PageSubmitted: lambda event: SUBMITTED.labels(event.outcome, event.kind, event.origin).inc(),
    PageKnown: lambda event: SUBMITTED.labels(event.outcome, event.kind, event.origin).inc(),
    ItemEnded: lambda event: ITEMS_ENDED.labels(event.kind, event.status).inc(),
    JobEnded: lambda event: JOBS_ENDED.labels(event.state).inc(),
    WorkClaimed: lambda event: CLAIMED.labels(event.stage).inc(event.count),
    WorkSettled: _count_settled,
    PageFetched: _count_fetched,
    PageExtracted: _count_extracted,
    PageUnchanged: _count_unchanged,
    LeasesSwept: _count_swept,
    Reconciled: lambda event: RECONCILED.labels(event.what).inc(event.count),
    RequestsTimedOut: lambda event: TIMED_OUT.inc(event.count),
    DatabaseLost: lambda event: DATABASE_LOST.labels(event.where).inc(),
    ControllerDecided: lambda event: CONTROLLER.labels(event.controller).set(event.value),
}


def measure_events() -> None:
    def count(event: Event) -> None:
        measure = _METRICS.get(type(event))
        if measure is not None:
            measure(event)

    subscribe(count)


def render() -> tuple[bytes, str]:
    """What a scrape is answered with, and its media type."""
    registry = REGISTRY
    if os.environ.get(FOLDER):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # untyped in the library
    return generate_latest(registry), CONTENT_TYPE_LATEST
