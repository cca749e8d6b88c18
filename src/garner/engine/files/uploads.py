"""Create a job from the files that a client sends; their rows become the job's rows.

A file is examined before a job is made of it, so that unusable files are refused at once, and stored before any row
refers to it. The job, its files and the order to read them are one transaction; reading them is separate
(`runtime/ingest/ingester.py`).
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

import orjson

from garner.core.lifecycle import JobState, Stage
from garner.core.plurals import format_count
from garner.engine.engine import Engine
from garner.engine.files.inspection import AUTO, IMAGE, TABLE, FileContent, Inspection, shown_name
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import SpooledFile, spool_file
from garner.engine.jobs.job_control import cancel
from garner.errors import (
    BodyMissing,
    Conflict,
    FieldError,
    FileTooLarge,
    GarnerError,
    InputError,
    NotFound,
    TooManyRequests,
)
from garner.store.ingest import files, ingests
from garner.store.ingest.files import NewFile
from garner.store.ingest.ingests import RETRY_AFTER, IngestStatus, NewJob, UploadQuota
from garner.tables.reading import Limits
from garner.tables.stopping import StopSignal

POLL_SECONDS = (0.02, 0.5)  # first and longest pause between checks of a job's progress
USED_KEY = Conflict("This Idempotency-Key was already used for a different request.")
NO_SUCH_FILE = NotFound("There is no such file.")


@dataclass(frozen=True, slots=True)
class UploadOptions:
    kind: str = AUTO
    mapping: Mapping[str, str] | None = None
    dedupe: bool = False
    use_llm: bool = False

    def serialize(self) -> dict[str, object]:
        mapping = None if self.mapping is None else dict(self.mapping)
        return {"mapping": mapping, "dedupe": self.dedupe, "useLlm": self.use_llm, "columns": [], "warnings": []}


@dataclass(frozen=True, slots=True)
class Sender:
    user_id: int | None
    ip_address: str | None = None


@dataclass(frozen=True, slots=True)
class Submitted:
    job_id: int
    created: bool  # false for an existing job that was made with the same key


async def require_room(engine: Engine, user_id: int) -> None:
    """Raise before a file is received that would be refused. The check that counts happens when its job is made."""
    async with engine.database.connection() as connection:
        await ingests.require_room(connection, user_id, _room(engine), more=1)


def _room(engine: Engine) -> UploadQuota:
    return UploadQuota(engine.settings.limits.user_max_open_jobs, engine.settings.limits.user_max_open_items)


async def submit_files(
    engine: Engine,
    threads: ReadingThreads,
    sent: Sequence[SpooledFile],
    sender: Sender,
    options: UploadOptions,
    idempotency_key: str | None = None,
) -> Submitted:
    request = _fingerprint([file.content_hash for file in sent], options)
    known = await _find_by_key(engine, sender, idempotency_key, request)
    if known is not None:
        return known
    contents = await _examine(engine, threads, sent, sender, options)
    new_files = [
        NewFile(
            *(shown_name(file.name), content.media_type, file.size_bytes, file.content_hash, path),
            ip_address=sender.ip_address,
            source=file.source,
        )
        for file, content in zip(sent, contents, strict=True)
        for path in [await engine.blobs.put_file(file.content_hash, file.path)]
    ]
    job = _new_job(contents, sender, options, idempotency_key, request)
    return await _create(engine, job, new_files, request)


async def submit_kept(
    engine: Engine,
    threads: ReadingThreads,
    file_id: int,
    sender: Sender,
    options: UploadOptions,
    idempotency_key: str | None = None,
) -> Submitted:
    """Create a job from the user's own earlier file. It becomes a new file of the same content, stored again, so that
    it is kept for as long as this job."""
    async with engine.database.connection() as connection:
        file = None if sender.user_id is None else await files.find(connection, sender.user_id, file_id)
    if file is None:
        raise NO_SUCH_FILE.copy()
    known = await _find_by_key(engine, sender, idempotency_key, _fingerprint([file.content_hash], options))
    if known is not None:
        return known
    async with spool_file(engine.settings.storage.data_dir) as path:
        try:
            await engine.blobs.fetch_to_file(file.path, path, engine.settings.limits.upload_max_bytes)
        except BodyMissing as error:
            raise NotFound("The file is no longer stored. Send it again.") from error
        sent = SpooledFile(path, file.name, file.size_bytes, file.content_hash)
        return await submit_files(engine, threads, [sent], sender, options, idempotency_key)


async def files_of(engine: Engine, submitted: Submitted) -> list[int]:
    """Return the ids of the job's files, of which the sender may make further jobs."""
    async with engine.database.connection() as connection:
        return await files.sent_for(connection, submitted.job_id)


async def await_rows(engine: Engine, submitted: Submitted, seconds: float) -> bool:
    """Wait up to that time, and return whether every row of the job is stored. Raise if the file could not be read at
    all or if there is no room for its rows: a caller who still waits for the answer can react."""
    deadline, pause = time.monotonic() + seconds, POLL_SECONDS[0]
    while True:
        async with engine.database.connection() as connection:
            status = await ingests.find_status(connection, submitted.job_id)
        if status is not None and status.is_in:
            if status.lacks_room and (submitted.created or status.queue_state == JobState.CANCELED):
                raise await _cancel_oversized(engine, submitted.job_id, status)
            _require_rows(status)
            return True
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        await asyncio.sleep(min(pause, left))
        pause = min(pause * 1.5, POLL_SECONDS[1])


async def _cancel_oversized(engine: Engine, job_id: int, status: IngestStatus) -> GarnerError:
    """Cancel a job that did not fit, and return the error: no job is accepted in part while its sender still waits for
    the response. The key is released, so that a retry with the same key is a new attempt."""
    with suppress(Conflict):  # all stored rows ended before they could be canceled
        await cancel(engine, job_id)
    async with engine.database.connection() as connection:
        await ingests.forget_key(connection, job_id)
    limits = engine.settings.limits
    if status.error_code == ingests.TOO_MANY_ROWS:
        most = format_count(limits.upload_max_rows, "row")
        return FileTooLarge(f"A job may have at most {most}, and this upload has more. Send it in parts.")
    return TooManyRequests(
        f"You may have at most {format_count(limits.user_max_open_items, 'unfinished row')}, and this upload exceeds "
        "that. Wait for some rows to finish, or cancel a job.",
        retry_after=RETRY_AFTER,
    )


def _require_rows(status: IngestStatus) -> None:
    if status.rows == 0 and status.error is not None:
        raise InputError(status.error, fields=[FieldError("file", status.error)])


async def _examine(
    engine: Engine, threads: ReadingThreads, sent: Sequence[SpooledFile], sender: Sender, options: UploadOptions
) -> list[FileContent]:
    def examine(stop: StopSignal) -> list[FileContent]:
        limits = Limits(max_members=engine.settings.limits.upload_max_members, stop=stop)
        return Inspection(options.kind, options.mapping, limits).examine(sent)

    return await threads.run(sender.user_id, examine)


def _fingerprint(content_hashes: Sequence[str], options: UploadOptions) -> str:
    asked = [list(content_hashes), options.kind, options.serialize()]
    return sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _new_job(
    contents: Sequence[FileContent], sender: Sender, options: UploadOptions, key: str | None, request: str
) -> NewJob:
    job_type = TABLE if any(content.job_type == TABLE for content in contents) else IMAGE
    stored = options.serialize() | {"request": request}
    return NewJob(sender.user_id, job_type, options.kind, stored, sender.ip_address, key)


async def _find_by_key(engine: Engine, sender: Sender, key: str | None, request: str) -> Submitted | None:
    if key is None or sender.user_id is None:
        return None
    async with engine.database.connection() as connection:
        job_and_request = await ingests.find_by_key(connection, sender.user_id, key)
    if job_and_request is None:
        return None
    if job_and_request[1] != request:
        raise USED_KEY.copy()
    return Submitted(job_and_request[0], created=False)


async def _create(engine: Engine, job: NewJob, kept: Sequence[NewFile], request: str) -> Submitted:
    async with engine.database.transaction() as connection:
        job_id = await ingests.create_job(connection, job, _room(engine))
        if job_id is not None:
            file_ids = [await files.add(connection, job.user_id, file, job_id) for file in kept]
            await ingests.add(connection, job_id, file_ids)
    if job_id is None:
        made = await _find_by_key(engine, Sender(job.user_id), job.idempotency_key, request)
        return made or await _create(engine, job, kept, request)  # that job was removed meanwhile
    engine.wake(Stage.MATCH)
    return Submitted(job_id, created=True)
