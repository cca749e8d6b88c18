"""The ledger of the fault tests: whatever is killed meanwhile, every item is in exactly one state, the states add up
to the total, and asking, acquiring and counting agree with each other. Each sample is one statement, so one snapshot.
"""

import threading
import time
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row
from uuid_utils.compat import uuid7

from garner.core.urls import parse_page_url
from tests.acceptance.fault_processes import wait_until

SAMPLE_SECONDS = 0.1

SUBMIT = """
    with job as (insert into jobs (job_type, kind) values ('batch', 'recipe') returning id),
    page as (select * from unnest(%(ids)s::uuid[], %(urls)s::text[], %(hashes)s::text[], %(domains)s::text[],
                                  %(bases)s::text[]) with ordinality p (id, url, hash, domain, base, row_no))
"""


def submit(url: str, pages: list[str], *, max_attempts: int = 100) -> int:
    """One job with an item for each page, all of them handed out; returns its id."""
    with psycopg.connect(url) as connection:
        return _submit(connection, pages, max_attempts)


def _submit(connection: psycopg.Connection[Any], pages: list[str], max_attempts: int) -> int:
    parsed = [parse_page_url(page, allow_private=True) for page in pages]
    rows = [(uuid7(), page.original, page.hash, page.domain, page.base_url) for page in parsed]
    connection.execute(
        """
        select submit_page(id, url, hash, domain, base, 'recipe', 'parse', null, false, 5, interval '1 day', 0, 5, null)
        from unnest(%s::uuid[], %s::text[], %s::text[], %s::text[], %s::text[]) page (id, url, hash, domain, base)
        """,
        [list(column) for column in zip(*rows, strict=True)],
    )
    found = connection.execute("insert into jobs (job_type, kind) values ('batch', 'recipe') returning id").fetchone()
    assert found is not None
    [job] = found
    ids = [row[0] for row in rows]
    connection.execute("update job_items set origin = 'batch', job_id = %s where id = any(%s)", (job, ids))
    connection.execute("insert into job_deltas (job_id, total, pending) values (%s, %s, %s)", (job, len(ids), len(ids)))
    connection.execute("update jobs set ingested_at = now() where id = %s", (job,))
    connection.execute("update work set max_attempts = %s", (max_attempts,))
    return int(job)
