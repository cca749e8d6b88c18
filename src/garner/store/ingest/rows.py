"""Write rows into a job: prepare a block for COPY, number its rows, and find duplicates.

A block is built in a thread, and written in one transaction. A row's number, and whether an earlier row asks for the
same, are known only in that transaction; so a line of COPY is assembled from its number, its prepared body, and its
end, which most rows share.

Copying is slow, and pausing or canceling the job waits for its lane. So a block is looked up and copied first, without
that lock, which is safe for rows that are invisible before the commit; then the lane is locked, and the copied rows
join the job, unless it was canceled or an original that the new rows duplicate was changed. The caller ensures that no
other transaction numbers rows of the job meanwhile: until all its files are in, the reader of the files does
(`ingests.advance`), and after that the holder of the lane.

Of rows that ask for the same only the first has `input_hash`, so that a lookup finds one row regardless of the number
of repetitions. The others point at it (`twin_of`) and end with its result, or have already ended (`dedupe`).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

import uuid_utils
from psycopg.rows import class_row

from garner.core.lifecycle import ItemStatus, JobState, Origin
from garner.core.rows.row import BAD_ROW, hash_of, identify_row, json_of
from garner.postgres.database import Connection
from garner.store.ingest import files
from garner.store.ingest.files import NewFile

COLUMNS = (
    "row_no, id, job_id, origin, user_id, job_type, kind, use_llm_fallback,"
    " url, input_json, normalized_json, input_hash, status, twin_of, error_code, last_error, completed_at"
)
COPY = f"copy job_items ({COLUMNS}) from stdin"
CHUNK_BYTES = 1 << 18  # larger chunks would delay everything else on the event loop
NULL = b"\\N"
WAITING = b"\tPENDING\t\\N\t\\N\t\\N\t\\N\n"
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": ""})


@dataclass(frozen=True, slots=True)
class RowsOf:
    """The attributes that the rows of one job share."""

    job_id: int
    user_id: int | None
    job_type: str
    kind: str
    use_llm: bool = False
    dedupe: bool = False

    @property
    def copied(self) -> bytes:
        """The part of each row's line that holds these."""
        user = b"\\N" if self.user_id is None else b"%d" % self.user_id
        llm = b"t" if self.use_llm else b"f"
        parts = (b"%d" % self.job_id, Origin.BATCH.encode(), user, self.job_type.encode(), self.kind.encode(), llm)
        return b"\t".join(parts)


class Problem(NamedTuple):
    """The reason why a row cannot be processed. Except for a `bad_row`, the row keeps its URL and can be retried."""

    why: str
    code: str = BAD_ROW


@dataclass(slots=True)
class Block:
    """Rows that are written together."""

    of: RowsOf
    bodies: list[bytes] = field(default_factory=list)  # from the id to the canonical row
    ids: list[str] = field(default_factory=list)
    wanted: list[bytes | None] = field(default_factory=list)  # None for a row that has no duplicates
    hashes: dict[int, int] = field(default_factory=dict)  # of what is wanted, by position
    problems: dict[int, Problem] = field(default_factory=dict)  # of rows that cannot be processed, by position
    files: list[NewFile] = field(default_factory=list)  # kept for these rows
    size: int = 0  # in bytes
    links_end: int = 0  # the position after the last row with a link
    common: bytes = field(init=False)

    def __post_init__(self) -> None:
        self.common = self.of.copied

    def __len__(self) -> int:
        return len(self.bodies)

    def add(self, raw: Mapping[str, object], normalized: Mapping[str, object], problem: Problem | None = None) -> None:
        url = normalized.get("url")
        address = None if url is None or (problem is not None and problem.code == BAD_ROW) else str(url)
        raw_json, normalized_json = json_of(raw), json_of(normalized)
        self._append(raw_json, normalized_json, address)
        if problem is not None:
            self.problems[len(self.wanted)] = problem
            self._want(None)
        elif address is None or self.of.dedupe:
            self._want(identify_row(raw, raw_json, address))
        else:  # duplicates that are kept share their page anyway
            self._want(None)

    def add_picture(self, picture: NewFile) -> None:
        """Add a picture whose content is kept."""
        given = {
            "name": picture.name,
            "content_hash": picture.content_hash,
            "path": picture.path,
            "media_type": picture.media_type,
        }
        self._append(json_of(given), None, None)
        self._want(picture.content_hash.encode())

    def _want(self, wanted: bytes | None) -> None:
        if wanted is not None:
            self.hashes[len(self.wanted)] = hash_of(wanted)
        self.wanted.append(wanted)

    def _append(self, raw: bytes, normalized: bytes | None, url: str | None) -> None:
        own = uuid_utils.uuid7().hex
        cells = (
            own.encode(),
            self.common,
            NULL if url is None else url.translate(_ESCAPES).encode("utf-8", "replace"),
            raw.replace(b"\\", b"\\\\"),
            NULL if normalized is None else normalized.replace(b"\\", b"\\\\"),
        )
        body = b"\t".join(cells)
        self.ids.append(own)
        self.bodies.append(body)
        if url is not None:
            self.links_end = len(self)
        self.size += len(body)

    def part(self, start: int, end: int) -> "Block":
        bodies, ids, wanted = self.bodies[start:end], self.ids[start:end], self.wanted[start:end]
        hashes = {position - start: hashed for position, hashed in self.hashes.items() if start <= position < end}
        problems = {position - start: why for position, why in self.problems.items() if start <= position < end}
        # A part that ends before the last link may still have one.
        links_end = max(0, min(self.links_end, end) - start)
        size = sum(map(len, bodies))
        return Block(self.of, bodies, ids, wanted, hashes, problems, self.files[start:end], size, links_end)

    def followed_by(self, other: "Block") -> "Block":
        return Block(
            self.of,
            self.bodies + other.bodies,
            self.ids + other.ids,
            self.wanted + other.wanted,
            self.hashes | {len(self) + position: hashed for position, hashed in other.hashes.items()},
            self.problems | {len(self) + position: why for position, why in other.problems.items()},
            self.files + other.files,
            self.size + other.size,
            len(self) + other.links_end if other.links_end else self.links_end,
        )

    def without_content(self, problem: str) -> "Block":
        """Return the same rows without their content, which the database rejects."""
        block = Block(self.of)
        for _ in self.bodies:
            block.add({"text": "This row cannot be stored."}, {}, Problem(problem))
        return block


@dataclass(frozen=True, slots=True)
class OriginalRow:
    """The first row that asks for something: the original of its duplicates."""

    id: UUID
    row_no: int
    input_hash: int
    url: str | None
    input_json: dict[str, object]
    normalized_json: dict[str, object] | None

    def asks_for(self, wanted: bytes) -> bool:
        """Return whether the wanted values match, and not only their hashes."""
        if "content_hash" in self.input_json and self.normalized_json is None:
            return str(self.input_json["content_hash"]).encode() == wanted
        return identify_row(self.input_json, json_of(self.input_json), self.url) == wanted


@dataclass(frozen=True, slots=True)
class RowPosition:
    """The position for the next rows of a job, and its rows that the new ones duplicate."""

    row_no: int  # of the last one
    state: str
    firsts: Mapping[int, OriginalRow]  # by hash


async def find_position(connection: Connection, block: Block) -> RowPosition | None:
    """Return the position, or None if the job does not exist. Rows are found one by one by their index, even if
    outdated statistics take a job that has grown from nothing for empty."""
    job_id = block.of.job_id
    async with connection.pipeline():
        job = await connection.execute("select rows_numbered, queue_state from jobs where id = %s", (job_id,))
        cursor = connection.cursor(row_factory=class_row(OriginalRow))
        await cursor.execute(
            """
            select i.* from unnest(%(hashes)s::text::bigint[]) h (hash)
            cross join lateral (
                select id, row_no, input_hash, url, input_json, normalized_json
                from job_items where job_id = %(job)s and input_hash = h.hash limit 1) i
            """,
            {"job": job_id, "hashes": f"{{{','.join(map(str, set(block.hashes.values())))}}}"},
        )
    row = await job.fetchone()
    if row is None:
        return None
    firsts = {first.input_hash: first for first in await cursor.fetchall()}
    return RowPosition(int(row["rows_numbered"]), row["queue_state"], firsts)


@dataclass(frozen=True, slots=True)
class Copied:
    """Rows that are in the database and not yet in their job."""

    rows: int
    bad: int
    repeated: int
    firsts: set[UUID]  # existing rows that some of these end with


async def copy(connection: Connection, block: Block, position: RowPosition) -> Copied:
    """Write the rows. This is slow, and holds no lock that other transactions need."""
    ends, firsts = _ends(block, position.firsts, position.row_no)
    if firsts:
        # Otherwise the originals would be locked from now on without the lane's lock: against the lock order.
        await connection.execute("set constraints fk_job_items_twin_of deferred")
    for file in block.files:
        await files.add(connection, block.of.user_id, file, block.of.job_id)
    await _copy(connection, _lines(block, ends, position.row_no))
    bad = len(block.problems)
    return Copied(len(block), bad, len(ends) - bad, firsts)


async def hold_lane(connection: Connection, job_id: int) -> str | None:
    """Lock the job's lane until the transaction ends, so that the job's state cannot change, and return that state.
    Both statements are sent in one pipeline but stay separate: a statement that waits for a lock sees what was there
    before the wait."""
    async with connection.pipeline():
        await connection.execute("select from lanes where job_id = %s for no key update", (job_id,))
        job = await connection.execute("select queue_state from jobs where id = %s", (job_id,))
    row = await job.fetchone()
    return None if row is None else str(row["queue_state"])


class OriginalChanged(Exception):
    """Raised when an original that copied rows duplicate was changed: the rows must be looked up and copied again."""


async def join(connection: Connection, block: Block, position: RowPosition, copied: Copied, state: str) -> None:
    """Add copied rows to their job, whose lane is locked, and count them."""
    await _require_originals(connection, copied.firsts)
    skipped = copied.repeated if block.of.dedupe else 0
    await _count(connection, block, position, bad=copied.bad, skipped=skipped, feed=state != JobState.PAUSED)


async def _require_originals(connection: Connection, ids: Collection[UUID]) -> None:
    """Raise Displaced if an original was edited, and so has no hash any more. Rows are not edited while the lane is
    locked. If an original has ended, or ends at this moment, the feeder ends the new rows, which it meets next
    (`duplicates.end_met`)."""
    if not ids:
        return
    cursor = await connection.execute(
        "select count(*) as firsts from job_items where id = any(%s) and input_hash is not null", (list(ids),)
    )
    (row,) = await cursor.fetchall()
    if row["firsts"] < len(ids):
        raise OriginalChanged


def _ends(block: Block, firsts: Mapping[int, OriginalRow], numbered: int) -> tuple[dict[int, bytes], set[UUID]]:
    """Return the line ends of rows that do not simply wait, by position, and the existing rows that some of them end
    with."""
    ends = {index: _over(ItemStatus.ERROR, problem.code, problem.why) for index, problem in block.problems.items()}
    seen: dict[int, int] = {}
    ended_as: set[UUID] = set()
    for index, hashed in block.hashes.items():
        wanted = block.wanted[index]
        assert wanted is not None
        first = firsts.get(hashed)
        here = seen.setdefault(hashed, index)
        if first is not None and first.asks_for(wanted):
            row_no, original = first.row_no, first.id.hex
            ended_as.add(first.id)
        elif here != index and block.wanted[here] == wanted:
            row_no, original = numbered + here + 1, block.ids[here]
        else:
            continue
        same = f"Duplicate of row {row_no:,}."
        ends[index] = _over(ItemStatus.SKIPPED, "duplicate", same) if block.of.dedupe else _duplicate_of(original)
    return ends, set() if block.of.dedupe else ended_as


def _duplicate_of(original: str) -> bytes:
    return f"\tPENDING\t{original}\t\\N\t\\N\t\\N\n".encode()


def _over(status: ItemStatus, code: str, why: str) -> bytes:
    return f"\t{status}\t\\N\t{code}\t{why.translate(_ESCAPES)}\tnow\n".encode("utf-8", "replace")


def _lines(block: Block, ends: Mapping[int, bytes], numbered: int) -> Iterator[bytes]:
    for index, body in enumerate(block.bodies):
        end = ends.get(index)
        hashed = block.hashes.get(index) if end is None else None
        yield b"%d\t%b\t%b%b" % (
            numbered + index + 1,
            body,
            NULL if hashed is None else b"%d" % hashed,
            WAITING if end is None else end,
        )


async def _copy(connection: Connection, lines: Iterator[bytes]) -> None:
    async with connection.cursor().copy(COPY) as copy:
        chunk, size = [], 0
        for line in lines:
            chunk.append(line)
            size += len(line)
            if size >= CHUNK_BYTES:
                await copy.write(b"".join(chunk))
                chunk, size = [], 0
        await copy.write(b"".join(chunk))


async def _count(
    connection: Connection, block: Block, position: RowPosition, *, bad: int, skipped: int, feed: bool
) -> None:
    """Count the rows in one statement, for workers that are far from the database. A paused job is not fed."""
    await connection.execute(
        """
        with numbered as (
            update jobs set rows_numbered = %(last)s, last_linked_row = greatest(last_linked_row, %(last_linked)s)
            where id = %(job)s),
        fed as (
            update lanes set feed_at = now() where job_id = %(job)s and feed_at > now() and %(feed)s)
        insert into job_deltas (job_id, total, pending, error, skipped)
        values (%(job)s, %(total)s, %(total)s - %(bad)s - %(skipped)s, %(bad)s, %(skipped)s)
        """,
        {
            "job": block.of.job_id,
            "last": position.row_no + len(block),
            "last_linked": position.row_no + block.links_end if block.links_end else 0,
            "feed": feed,
            "total": len(block),
            "bad": bad,
            "skipped": skipped,
        },
    )
