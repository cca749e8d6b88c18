"""The ledger of the fault tests: whichever processes are killed, every item is in exactly one state, the states add up
to the total, ends are final, and asking, acquiring and counting agree. A sample is one statement, so one snapshot.
"""

import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import psycopg
from bench.workers import make_domains
from psycopg.rows import dict_row
from tests.acceptance.fault_processes import wait_until
from uuid_utils.compat import uuid7

from garner.core.lifecycle import OPEN_ITEM, ItemStatus
from garner.core.urls.page_url import parse_page_url
from garner.store.schema import COUNTERS

SAMPLE_SECONDS = 0.1
OPEN = ", ".join(f"'{status}'" for status in OPEN_ITEM)

SAMPLE = f"""
    select (select count(*) from job_items) as items,
           (select jsonb_object_agg(status, items)
            from (select status, count(*) as items from job_items group by status) each) as states,
           (select count(*) from job_items i
            left join crawl_tasks t using (url_hash) left join work w on w.task_id = t.id
            where (i.status in ({OPEN})) <> (w.id is not null)) as open_without_work,
           (select count(*) from work w join crawl_tasks t on t.id = w.task_id
            where (w.lease_until is not null) <> (t.status in ('crawling', 'parsing'))) as leased_but_idle,
           (select jsonb_build_object({", ".join(f"'{name.upper()}', sum({name})" for name in COUNTERS)})
            from (select {", ".join(COUNTERS)} from jobs union all select {", ".join(COUNTERS)} from job_deltas) each
           ) as counted
"""


def submit(url: str, pages: list[str], priority: int = 5, delay_seconds: float = 0) -> None:
    """Create one job with an item for each page, all queued; new domains get this delay."""
    parsed = [parse_page_url(page, allow_private=True) for page in pages]
    rows = [(uuid7(), page.original, page.hash, page.domain, page.base_url) for page in parsed]
    ids = [row[0] for row in rows]
    with psycopg.connect(url) as connection:
        make_domains(connection, parsed, delay_seconds)
        connection.execute(
            """
            select submit_page(id, url, hash, domain, base, 'recipe', 'parse', null, false, %s, interval '1 day', null)
            from unnest(%s::uuid[], %s::text[], %s::text[], %s::text[], %s::text[]) page (id, url, hash, domain, base)
            """,
            [priority, *(list(column) for column in zip(*rows, strict=True))],
        )
        connection.execute(
            """
            with job as (
                insert into jobs (job_type, kind, ingested_at) values ('batch', 'recipe', now()) returning id)
            update job_items set origin = 'batch', job_id = (select id from job) where id = any(%s)
            """,
            (ids,),
        )


def ask(url: str, question: str, parameters: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
    with psycopg.connect(url, row_factory=dict_row, application_name="fault test") as connection:
        return connection.execute(question.encode(), parameters).fetchall()


def attempts(url: str, page: str) -> list[str]:
    """Return the outcome of each attempt to fetch the page, in order."""
    rows = ask(
        url,
        """
        select a.outcome from crawl_attempts a join crawl_tasks t on t.id = a.crawl_task_id
        where t.url = %s order by a.id
        """,
        (page,),
    )
    return [row["outcome"] for row in rows]


@dataclass(frozen=True, slots=True)
class Sample:
    time: float
    items: int
    states: dict[str, int]
    open_without_work: int
    leased_but_idle: int
    counted: dict[str, int | None]

    @property
    def ended(self) -> int:
        return self.items - sum(self.states.get(status, 0) for status in OPEN_ITEM)

    def objections(self, total: int | None) -> list[str]:
        said = []
        if sum(self.states.values()) != self.items or total not in (None, self.items):
            said.append(f"{self.states} do not add up to {total}")
        if total is not None and any((self.counted[s] or 0) != self.states.get(s, 0) for s in ItemStatus):
            said.append(f"the job counts {self.counted} and there are {self.states}")
        if self.open_without_work:
            said.append(f"{self.open_without_work} items are open without work, or ended with it")
        if self.leased_but_idle:
            said.append(f"{self.leased_but_idle} pages are leased and idle, or at work without a lease")
        return said


class Ledger:
    """Take samples in a separate thread and connection while the context is open."""

    def __init__(self, url: str, total: int | None = None) -> None:
        self.samples: list[Sample] = []
        self.objections: list[str] = []
        self._url = url
        self._total = total
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._sample_on, name="fault-ledger", daemon=True)

    def __enter__(self) -> "Ledger":
        self._thread.start()
        wait_until(lambda: self.samples, what="a first sample")
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._thread.join()

    def _sample_on(self) -> None:
        while not self._closing.is_set():
            with suppress(psycopg.OperationalError):  # the server itself may be killed
                self._sample_while_connected()
            time.sleep(SAMPLE_SECONDS)

    def _sample_while_connected(self) -> None:
        with psycopg.connect(
            self._url, autocommit=True, row_factory=dict_row, application_name="fault ledger"
        ) as connection:
            while not self._closing.wait(SAMPLE_SECONDS):
                row = connection.execute(SAMPLE.encode()).fetchone()
                assert row is not None
                self._note(Sample(time.monotonic(), **row | {"states": row["states"] or {}}))

    def _note(self, sample: Sample) -> None:
        self.objections += sample.objections(self._total)
        if self.samples and sample.ended < self.samples[-1].ended:
            self.objections.append(f"ends were undone: {self.samples[-1].states}, then {sample.states}")
        self.samples.append(sample)

    def await_all_ended(self, seconds: float) -> None:
        wait_until(self._all_ended, seconds, f"the end of all items ({self.samples[-1].states})")

    def _all_ended(self) -> bool:
        return self.samples[-1].ended == self.samples[-1].items

    def rate_over(self, seconds: float) -> float:
        """Measure ended items per second over the next `seconds`."""
        before = self.samples[-1]
        time.sleep(seconds)
        after = self.samples[-1]
        return (after.ended - before.ended) / (after.time - before.time)
