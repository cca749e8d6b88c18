"""G15: the duration of a small job beside a huge one, compared with its duration alone.

One real worker matches rows against a small catalogue, or fetches and extracts pages of loopback hosts without a delay.
The small job belongs to another user and is made as an upload leaves it: its rows are stored and its lane is to be fed.
It is timed until its last row has ended.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import psycopg

from bench.end_to_end import answer
from bench.result import Result
from bench.server import Server
from bench.site import Site, served
from bench.workers import at_work

SMALL_ROWS = 10
PRODUCTS = 1000
MAX_SECONDS = 900.0

CATALOGUE = """
    with domain as (
        insert into domains (domain_name, base_url) values ('shop.example', 'https://shop.example') returning id),
    page as (
        insert into resources (url_hash, url)
        select encode(sha256(n::text::bytea), 'hex'), 'https://shop.example/' || n from generate_series(1, %(count)s) n
        returning url_hash, url)
    insert into products (in_catalogue, domain_id, url, url_hash, product_name, gtin, data, extractor,
                          extractor_version, strategy, confidence, parsed_at)
    select true, d.id, p.url, p.url_hash, 'Cast iron pan ' || g.place, g.gtin,
           jsonb_build_object('name', 'Cast iron pan ' || g.place, 'gtin', g.gtin), 'schema_org', '1',
           'schema_org_json_ld', 0.9, now()
    from domain d, page p
    cross join lateral (select substring(p.url from '[0-9]+$') as place) n
    join lateral (select n.place, gtin from unnest(%(gtins)s::text[]) with ordinality t (gtin, at)
                  where at = n.place::int) g on true
"""
JOB = """
    with job as (
        insert into jobs (job_type, kind, ingested_at, rows_numbered) values ('table', 'product', now(), %(count)s)
        returning id),
    row as (
        insert into job_items (id, job_id, row_no, origin, job_type, kind, input_json, normalized_json)
        select uuidv7(), job.id, n, 'batch', 'table', 'product', given.row, given.row
        from job, generate_series(1, %(count)s) n
        cross join lateral (
            select jsonb_build_object('title', 'Cast iron pan', 'gtin',
                                      (%(gtins)s::text[])[1 + n %% cardinality(%(gtins)s::text[])]) as row) given),
    counted as (
        insert into job_deltas (job_id, total, pending) select id, %(count)s, %(count)s from job)
    insert into lanes (stage, job_id, feed_at) select 'match', id, now() from job returning job_id
"""
PAGES_JOB = """
    with owner as (
        insert into users (email) values (%(email)s) on conflict (email) do update set email = excluded.email
        returning user_id),
    job as (
        insert into jobs (job_type, kind, user_id, ingested_at, rows_numbered)
        select 'table', 'recipe', user_id, now(), cardinality(%(urls)s::text[]) from owner returning id, user_id),
    row as (
        insert into job_items (id, job_id, user_id, row_no, origin, job_type, kind, url, input_json, normalized_json)
        select uuidv7(), job.id, job.user_id, u.n, 'batch', 'table', 'recipe', u.url, '{}', '{}'
        from job, unnest(%(urls)s::text[]) with ordinality u (url, n)),
    counted as (
        insert into job_deltas (job_id, total, pending)
        select id, cardinality(%(urls)s::text[]), cardinality(%(urls)s::text[]) from job)
    insert into lanes (stage, job_id, feed_at) select 'match', id, now() from job returning job_id
"""
LEFT = "select count(*) from job_items where job_id = %s and completed_at is null"


def small_beside_huge(server: Server, quick: bool) -> list[Result]:
    huge, rounds = (50_000, 5) if quick else (1_000_000, 9)
    with server.migrated() as url, tempfile.TemporaryDirectory(prefix="garner-bench-fair-") as folder:
        gtins = [_gtin(number) for number in range(PRODUCTS)]
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(CATALOGUE, {"count": PRODUCTS, "gtins": gtins})
        server.settle_down(url)
        with at_work(url, Path(folder), 1), psycopg.connect(url, autocommit=True) as connection:
            _seconds_of_a_small_job(connection, gtins)  # the worker warms up
            idle = [_seconds_of_a_small_job(connection, gtins) for _ in range(rounds)]
            large = _new_job(connection, huge, gtins)
            _wait(lambda: _left(connection, large) < huge, "the huge job's first row")
            busy = [_seconds_of_a_small_job(connection, gtins) for _ in range(rounds)]
            left = _left(connection, large)
    assert left > 0, "the huge job was over before the small ones were"
    return [
        Result(
            "G15",
            f"a {SMALL_ROWS}-row job behind one of {huge:,}: its time when idle against its time then",
            median(idle) / median(busy),
            0.33,
            f"{median(idle) * 1000:,.0f} ms idle, {median(busy) * 1000:,.0f} ms behind; {left:,} rows still waited",
        )
    ]


HUGE_HOSTS, SMALL_HOSTS = 100, 5


def pages_beside_huge(server: Server, quick: bool) -> list[Result]:
    huge, rounds = (6_000, 3) if quick else (60_000, 5)
    with (
        served(answer, HUGE_HOSTS + SMALL_HOSTS) as site,
        server.migrated() as url,
        tempfile.TemporaryDirectory(prefix="garner-bench-fair-") as folder,
        at_work(url, Path(folder), 1, GARNER_DEFAULT_CRAWL_DELAY_SECONDS="0"),
        psycopg.connect(url, autocommit=True) as connection,
    ):
        small = SmallPages(connection, site)
        small.seconds(HUGE_HOSTS)  # the worker warms up
        idle = [small.seconds(HUGE_HOSTS) for _ in range(rounds)]
        urls = [site.url(number % HUGE_HOSTS, f"/huge/{number}") for number in range(huge)]
        large = _new_pages_job(connection, "huge@example.com", urls)
        _wait(lambda: _left(connection, large) < 0.9 * huge, "the huge job's first tenth")
        elsewhere = [small.seconds(HUGE_HOSTS) for _ in range(rounds)]
        beside = [small.seconds(0) for _ in range(rounds)]
        left = _left(connection, large)
    assert left > 0, "the huge job was over before the small ones were"
    return [
        Result(
            "G15",
            f"{SMALL_ROWS} pages of {hosts} behind {huge:,} of another user: time when idle against time then",
            median(idle) / median(busy),
            0.33,
            f"{median(idle) * 1000:,.0f} ms idle, {median(busy) * 1000:,.0f} ms behind; {left:,} pages still waited",
        )
        for hosts, busy in (("other hosts", elsewhere), ("the same hosts", beside))
    ]


class SmallPages:
    """A user who repeatedly requests a few pages, never the same ones."""

    def __init__(self, connection: "Connection", site: Site) -> None:
        self._connection, self._site, self._asked = connection, site, 0

    def seconds(self, first_host: int) -> float:
        hosts = (first_host + number % SMALL_HOSTS for number in range(SMALL_ROWS))
        urls = [self._site.url(host, f"/small/{self._asked + number}") for number, host in enumerate(hosts)]
        self._asked += SMALL_ROWS
        started = time.monotonic()
        job_id = _new_pages_job(self._connection, "small@example.com", urls)
        _wait(lambda: _left(self._connection, job_id) == 0, "the end of a small job")
        return time.monotonic() - started


def _new_pages_job(connection: "Connection", email: str, urls: list[str]) -> int:
    row = connection.execute(PAGES_JOB, {"email": email, "urls": urls}).fetchone()
    assert row is not None and isinstance(row[0], int)
    return row[0]


def _gtin(number: int) -> str:
    """Return an EAN with a valid check digit."""
    digits = f"400638{number:06d}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


Connection = psycopg.Connection[tuple[object, ...]]


def _new_job(connection: Connection, count: int, gtins: list[str]) -> int:
    row = connection.execute(JOB, {"count": count, "gtins": gtins}).fetchone()
    assert row is not None and isinstance(row[0], int)
    return row[0]


def _left(connection: Connection, job_id: int) -> int:
    row = connection.execute(LEFT, (job_id,)).fetchone()
    assert row is not None and isinstance(row[0], int)
    return row[0]


def _seconds_of_a_small_job(connection: Connection, gtins: list[str]) -> float:
    job_id = _new_job(connection, SMALL_ROWS, gtins)
    started = time.monotonic()
    _wait(lambda: _left(connection, job_id) == 0, "the end of a small job")
    return time.monotonic() - started


def _wait(condition: Callable[[], bool], what: str) -> None:
    give_up = time.monotonic() + MAX_SECONDS
    while not condition():
        assert time.monotonic() < give_up, f"{what} did not come"
        time.sleep(0.005)
