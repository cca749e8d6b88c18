"""Compare a candidate's extraction of live pages with the current one. Nothing else reads these rows or waits for
them.

There is one row for each page, kind and candidate: the candidate's result for the page's last extraction. Queries read
the newest rows only, so that they stay fast regardless of how long a candidate has run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.core.quality.differences import WHOLE
from garner.core.quality.shadow import ShadowComparison
from garner.postgres.database import Connection

MAX_EXAMINED = 20_000


@dataclass(frozen=True, slots=True)
class ShadowedPage:
    url_hash: str
    domain: str
    shadowed: ShadowComparison


@dataclass(frozen=True, slots=True)
class FieldComparison:
    candidate: str
    kind: str
    field: str  # or the whole record
    pages: int  # that had it either way
    same: int
    added: int
    changed: int
    lost: int


@dataclass(frozen=True, slots=True)
class ShadowRun:
    """The statistics of a candidate for a kind of record."""

    candidate: str
    kind: str
    versions: list[str]
    pages: int
    failures: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class ShadowDifference:
    id: int
    candidate: str
    kind: str
    domain: str
    url: str
    version: str | None
    change: str
    before: Any
    after: Any
    compared_at: datetime


@dataclass(frozen=True, slots=True)
class ShadowFailure:
    id: int
    candidate: str
    kind: str
    domain: str
    url: str
    error_code: str
    error: str
    compared_at: datetime


async def save(connection: Connection, candidate: str, pages: Sequence[ShadowedPage]) -> None:
    """Save results in the order of their keys, only the last result of each page."""
    newest: Mapping[tuple[str, str], ShadowedPage] = {(page.url_hash, page.shadowed.kind): page for page in pages}
    ordered = [newest[key] for key in sorted(newest)]
    comparisons = [page.shadowed for page in ordered]
    await connection.execute(
        """
        insert into shadow_records
            (candidate, url_hash, kind, domain, version, data, compared, before, error_code, error)
        select %s, r.url_hash, r.kind, r.domain, r.version, r.data, r.compared, r.before, r.error_code, r.error
        from unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::jsonb[], %s::jsonb[], %s::jsonb[], %s::text[],
                    %s::text[]) with ordinality
             r (url_hash, kind, domain, version, data, compared, before, error_code, error, place)
        order by r.place
        on conflict (url_hash, kind, candidate) do update
        set domain = excluded.domain, version = excluded.version, data = excluded.data, compared = excluded.compared,
            before = excluded.before, error_code = excluded.error_code, error = excluded.error, compared_at = now()
        """,
        (
            candidate,
            [page.url_hash for page in ordered],
            [comparison.kind for comparison in comparisons],
            [page.domain for page in ordered],
            [comparison.version for comparison in comparisons],
            [None if comparison.data is None else Jsonb(comparison.data) for comparison in comparisons],
            [Jsonb(comparison.compared) for comparison in comparisons],
            [Jsonb(comparison.before) for comparison in comparisons],
            [comparison.error_code for comparison in comparisons],
            [comparison.error for comparison in comparisons],
        ),
    )


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    cursor = await connection.execute(
        """
        delete from shadow_records where id in (
            select id from shadow_records where compared_at < now() - %s order by compared_at limit %s
            for update skip locked)
        """,
        (older_than, limit),
    )
    return cursor.rowcount


# Queries ----------------------------------------------------------------------------------------------------------

_NEWEST = """
    select * from shadow_records
    where (%(candidate)s::text is null or candidate = %(candidate)s)
      and (%(since)s::timestamptz is null or compared_at >= %(since)s)
    order by compared_at desc, id desc limit %(most)s
"""


def _parameters(candidate: str | None, since: datetime | None, **more: Any) -> dict[str, Any]:
    return {"candidate": candidate, "since": since, "most": MAX_EXAMINED, **more}


async def runs(
    connection: Connection, *, candidate: str | None = None, since: datetime | None = None
) -> list[ShadowRun]:
    cursor = connection.cursor(row_factory=class_row(ShadowRun))
    await cursor.execute(
        f"""
        select candidate, kind, count(*) as pages, count(error) as failures,
               array_remove(array_agg(distinct version::text), null) as versions,
               min(compared_at) as first_at, max(compared_at) as last_at
        from ({_NEWEST}) s group by candidate, kind order by candidate, kind
        """,
        _parameters(candidate, since),
    )
    return await cursor.fetchall()


async def fields(
    connection: Connection, *, candidate: str | None = None, since: datetime | None = None
) -> list[FieldComparison]:
    """Compare field by field: the whole record first, and then by name."""
    cursor = connection.cursor(row_factory=class_row(FieldComparison))
    await cursor.execute(
        f"""
        select s.candidate, s.kind, c.key as field, count(*) as pages,
               count(*) filter (where c.value = 'same') as same, count(*) filter (where c.value = 'added') as added,
               count(*) filter (where c.value = 'changed') as changed, count(*) filter (where c.value = 'lost') as lost
        from ({_NEWEST}) s cross join lateral jsonb_each_text(s.compared) c
        group by s.candidate, s.kind, c.key order by s.candidate, s.kind, c.key <> %(whole)s, c.key
        """,
        _parameters(candidate, since, whole=WHOLE),
    )
    return await cursor.fetchall()


async def differences(
    connection: Connection,
    field: str,
    *,
    kind: str | None = None,
    candidate: str | None = None,
    since: datetime | None = None,
    before: tuple[datetime, int] | None = None,
    limit: int,
) -> list[ShadowDifference]:
    """List pages where the candidate differs in this field, newest first."""
    cursor = connection.cursor(row_factory=class_row(ShadowDifference))
    moment, number = before or (None, None)
    await cursor.execute(
        f"""
        select s.id, s.candidate, s.kind, s.domain, r.url, s.version, s.compared ->> %(field)s as change,
               case when %(field)s = %(whole)s then nullif(s.before, '{{}}') else s.before -> %(field)s end as before,
               case when %(field)s = %(whole)s then s.data else s.data -> %(field)s end as after, s.compared_at
        from ({_NEWEST}) s join resources r on r.url_hash = s.url_hash
        where s.compared ->> %(field)s <> 'same' and (%(kind)s::text is null or s.kind = %(kind)s)
          and (%(moment)s::timestamptz is null or (s.compared_at, s.id) < (%(moment)s, %(number)s::bigint))
        order by s.compared_at desc, s.id desc limit %(limit)s
        """,
        _parameters(
            *(candidate, since), field=field, kind=kind, moment=moment, number=number, limit=limit, whole=WHOLE
        ),
    )
    return await cursor.fetchall()


async def failures(
    connection: Connection, *, candidate: str | None = None, since: datetime | None = None, limit: int
) -> list[ShadowFailure]:
    """List pages where the candidate failed, newest first."""
    cursor = connection.cursor(row_factory=class_row(ShadowFailure))
    await cursor.execute(
        f"""
        select s.id, s.candidate, s.kind, s.domain, r.url, s.error_code, s.error, s.compared_at
        from ({_NEWEST}) s join resources r on r.url_hash = s.url_hash
        where s.error is not null order by s.compared_at desc, s.id desc limit %(limit)s
        """,
        _parameters(candidate, since, limit=limit),
    )
    return await cursor.fetchall()
