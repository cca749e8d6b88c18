"""The crawl stage under test: pages on many domains, claimed by lane, not fetched, and settled as downloaded."""

import hashlib
from collections.abc import Sequence

import psycopg
from psycopg.rows import class_row

from garner.core.pacing.outcome import Action, Verdict
from garner.postgres.database import Connection
from garner.store.crawl import fetching
from garner.store.crawl.fetching import FetchedBody, PageClaim, PageResult

DOWNLOADED = Verdict(Action.EXTRACT)
LEASE_SECONDS = 60.0

DOMAINS = """
    insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
    select 'site' || n || '.test', 'https://site' || n || '.test', 0, 1 from generate_series(1, %s) n
"""
LANES = "insert into lanes (stage, domain_id, ready_at) select 'crawl', id, now() from domains order by id"
# Known and far from running out, so that a claim hands out the page and not the request for its host's robots.txt.
ROBOTS = """
    insert into robots_files (origin, domain_id, fetched_at, expires_at, http_status)
    select base_url, id, now(), now() + interval '1 day', 404 from domains
"""
WORK = """
    insert into work (stage, task_id, lane_id, rank, due_at)
    select 'crawl', t.id, l.id, now() + t.id * interval '1 microsecond', now()
    from crawl_tasks t join lanes l on l.domain_id = t.domain_id order by t.id
"""

# Takes the place of the plain index on the same rows, at the same cost, and turns a second lease on a lane into
# an error: that there were no overlaps is PostgreSQL's word, not that of a clock in this process.
ONE_LEASE_PER_LANE = """
    drop index idx_work_in_flight;
    create unique index idx_work_in_flight on work (lane_id) where lease_until is not null and lane_id is not null
"""

# The same claim with the lanes taken out of it, as fast as it can be made: one index in order of rank, none by lane.
WITHOUT_LANES = """
    drop index idx_work_in_flight;
    drop index idx_work_lane;
    create index idx_work_rank on work (rank) where lease_until is null and not held and stage = 'crawl';
    create function claim_pages_without_lanes(p_worker text, p_limit integer, p_lease interval)
    returns table (
        work_id bigint, fence bigint, attempt integer, max_attempts integer, task_id bigint, lane_id bigint,
        domain_id integer, url text, url_hash text, etag text, last_modified text, content_hash text, trail text[],
        proxy_id integer, reads_robots boolean, robots_at timestamptz, robots_url text, waited_seconds float8,
        renders boolean, delay_seconds float8, final_url text, html_path text, asker_id bigint)
    language plpgsql
    set jit = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    set enable_seqscan = off
    as $$
    #variable_conflict use_column
    declare
        v_works bigint[];
        v_tasks bigint[];
    begin
        with pick as materialized (
            select w.id, w.task_id from work w join crawl_tasks t on t.id = w.task_id
            where w.stage = 'crawl' and w.lease_until is null and not w.held and w.due_at <= now()
            order by w.rank limit p_limit
            for update of w, t skip locked)
        select array_agg(id), array_agg(task_id) from pick into v_works, v_tasks;
        if v_works is null then return; end if;

        update crawl_tasks t set status = 'crawling', started_at = now(), updated_at = now()
        where t.id = any (v_tasks);
        perform start_waiting_items(array(select t.url_hash::text from crawl_tasks t where t.id = any (v_tasks)));

        return query
            update work w
            set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker,
                lease_until = now() + p_lease, claimed_at = now()
            from crawl_tasks t
            where w.id = any (v_works) and t.id = w.task_id
            returning w.id, w.fence, w.attempt::integer, w.max_attempts::integer, t.id, w.lane_id,
                      t.domain_id, t.url, t.url_hash::text, t.etag, t.last_modified, t.content_hash::text, w.trail,
                      w.proxy_id, false, null::timestamptz, null::text, 0::float8, w.renders, 0::float8,
                      t.final_url, t.html_path::text, w.asker_id;
    end
    $$
"""


def load(url: str, pages: int, domains: int) -> None:
    """Create pages to fetch, spread evenly over domains that allow one request at a time."""
    named = [
        (f"https://site{number % domains + 1}.test/recipes/{number}", hashlib.sha256(b"%d" % number).hexdigest())
        for number in range(pages)
    ]
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        cursor.execute(DOMAINS, (domains,))
        cursor.execute(LANES)
        cursor.execute(ROBOTS)
        with cursor.copy("copy resources (url, url_hash) from stdin") as rows:
            for page in named:
                rows.write_row(page)
        with cursor.copy("copy crawl_tasks (domain_id, url, url_hash, status) from stdin") as rows:
            for number, page in enumerate(named):
                rows.write_row((number % domains + 1, *page, "queued"))
        cursor.execute(WORK)


def require_all_downloaded(url: str) -> None:
    with psycopg.connect(url) as connection:
        left = connection.execute("select count(*) from crawl_tasks where status <> 'downloaded'").fetchone()
        assert left == (0,), "a page was not settled"


def downloaded(claim: PageClaim) -> PageResult:
    body = FetchedBody(f"bodies/{claim.url_hash}", claim.url_hash, "utf-8", claim.url, None, None)
    return PageResult(claim.work_id, claim.fence, DOWNLOADED, 0.0, 200, 50_000, body)


class PageClaimer:
    def __init__(self, connection: Connection, worker: str, batch: int) -> None:
        self.connection = connection
        self._worker = worker
        self._batch = batch

    async def claim(self) -> list[PageClaim]:
        return await fetching.claim(self.connection, self._worker, self._batch, LEASE_SECONDS)

    async def settle(self, claims: Sequence[PageClaim]) -> None:
        async with self.connection.transaction():
            own = await fetching.settle(self.connection, self._worker, [downloaded(claim) for claim in claims])
        assert len(own) == len(claims), "a lease was lost"


class UnconstrainedPageClaimer(PageClaimer):
    async def claim(self) -> list[PageClaim]:
        cursor = self.connection.cursor(row_factory=class_row(PageClaim), binary=True)
        await cursor.execute(
            "select * from claim_pages_without_lanes(%s, %s, %s * interval '1 second')",
            (self._worker, self._batch, LEASE_SECONDS),
        )
        return await cursor.fetchall()
