"""Fail pages that have waited too long for a site that throttles, and let operators reset the wait.

A page waits because its site asked it to (`work.waiting_since`), or behind others on a lane whose site gives no other
answer (`lanes.throttled_since`, see core/pacing/lane.py). Both waits are bounded: otherwise a site that always asks to
wait would never be given up.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby

from garner.core.pacing.outcome import Action, Verdict
from garner.postgres.database import Connection
from garner.store.crawl import lanes
from garner.store.crawl.lanes import THROTTLED_UNTIL, Politeness
from garner.store.tasks import error_logs, items, tasks

THROTTLED = "throttled"
UNREACHABLE = "robots_unreachable"
MESSAGES = {
    THROTTLED: "{} has asked to slow down for too long.",
    UNREACHABLE: "The robots.txt of {} could not be read for too long.",
}

# A robots.txt that fails without asking to wait throttles no lane. It was last tried a moment ago, for a page `t` with
# the work `w`.
_STILL_UNREACHABLE = """
    t.error_code = %(unreachable)s and exists (
        select from robots_files r
        where r.origin = page_origin(coalesce(w.hop_url, t.url)) and r.failures > 0
          and r.next_try_at > now() - %(quiet)s * interval '1 second')
"""


async def fail_overdue(connection: Connection, max_wait: timedelta, politeness: Politeness, limit: int = 500) -> int:
    """Fail items that have waited too long on a site that asks to slow down, and move the pages to the dead letters.

    This applies only while the site still throttles: after a time without requests, such as a pause, the next answer
    says more than the earlier ones. Waits for Garner's own resources do not count against the site."""
    late = await _find_overdue(connection, max_wait, limit)
    if not late:
        return 0
    cursor = await connection.execute(
        f"""
        select w.id as work_id, t.id as task_id, t.url_hash, d.domain_name,
               case when w.waiting_since is null then %(throttled)s else t.error_code end as code
        from work w join crawl_tasks t on t.id = w.task_id
        join lanes l on l.id = w.lane_id join domains d on d.id = l.domain_id
        where w.id = any(%(late)s) and w.lease_until is null and not w.held and d.paused_at is null
          and (w.waiting_since is null or t.error_code in (%(throttled)s, %(unreachable)s))
          and (now() < {THROTTLED_UNTIL} or (w.waiting_since is not null and {_STILL_UNREACHABLE}))
        for update of t, w skip locked
        """,
        {"late": late, "throttled": THROTTLED, "unreachable": UNREACHABLE, **politeness.parameters},
    )
    pages = await cursor.fetchall()
    by_cause = sorted(pages, key=lambda page: (page["domain_name"], page["code"]))
    for (domain, code), group in groupby(by_cause, key=lambda page: (page["domain_name"], page["code"])):
        mine, message = list(group), MESSAGES[code].format(domain)
        task_ids = [page["task_id"] for page in mine]
        await tasks.dead_letter(connection, [page["work_id"] for page in mine], code, message)
        await tasks.fail(connection, task_ids, code, message)
        await error_logs.write_same(connection, task_ids, Verdict(Action.FAIL, code, message, spent=True))
        await items.fail_waiting(connection, [page["url_hash"] for page in mine], code, message)
    return len(pages)


async def _find_overdue(connection: Connection, max_wait: timedelta, limit: int) -> list[int]:
    """Return work that has waited too long, or has been due for as long on a lane that is throttled throughout. Lane
    by lane, so that no plan reads the whole queue for a few rows."""
    cursor = await connection.execute(
        """
        (select id from work
         where waiting_since < now() - %(max_wait)s and stage = 'crawl' and lease_until is null and not held
         limit %(limit)s)
        union all
        (select w.id from lanes l cross join lateral (
             select id from work
             where lane_id = l.id and waiting_since is null and due_at < now() - %(max_wait)s and lease_until is null
               and not held
             limit %(limit)s) w
         where l.throttled_since < now() - %(max_wait)s
         limit %(limit)s)
        """,
        {"max_wait": max_wait, "limit": limit},
    )
    return [row["id"] for row in await cursor.fetchall()]


async def reset(connection: Connection, lane_ids: Sequence[int]) -> None:
    """End the wait of throttled pages on these lanes."""
    await _make_due(connection, "w.lane_id = any(%s)", lane_ids)
    await _try_again(connection, lane_ids)


async def reset_pages(connection: Connection, task_ids: Sequence[int]) -> list[int]:
    """End the wait of these pages, and return the ids of those that waited."""
    spared = await _make_due(connection, "w.task_id = any(%s)", task_ids)
    await _try_again(connection, [lane_id for _, lane_id in spared])
    return [task_id for task_id, _ in spared]


async def _make_due(connection: Connection, which: str, ids: Sequence[int]) -> list[tuple[int, int]]:
    cursor = await connection.execute(
        f"""
        with waiting as materialized (
            select w.id from work w
            where w.waiting_since is not null and w.stage = 'crawl' and w.lease_until is null and {which}
            order by w.id for update)
        update work w set due_at = now(), rank = work_rank(now(), w.priority), waiting_since = null
        from waiting where w.id = waiting.id returning w.task_id, w.lane_id
        """,
        (list(ids),),
    )
    return [(row["task_id"], row["lane_id"]) for row in await cursor.fetchall()]


async def _try_again(connection: Connection, lane_ids: Sequence[int]) -> None:
    """Reschedule the lanes, and allow a failed robots.txt to be read at once. The lanes are locked last, as
    everywhere."""
    held = await lanes.lock(connection, lane_ids)
    await connection.execute(
        """
        update robots_files r set next_try_at = '-infinity' from lanes l
        where l.id = any(%s) and r.domain_id = l.domain_id and r.failures > 0 and r.next_try_at > now()
        """,
        (held,),
    )
    await lanes.reschedule_locked(connection, held)
