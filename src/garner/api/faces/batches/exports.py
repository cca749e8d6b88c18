"""Batches, exports: download a job's rows and results as a file."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from pathlib import PurePath
from typing import Annotated, Any
from urllib.parse import quote
from uuid import UUID

from fastapi import Body, Depends, Query
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.types import Message, Receive, Scope, Send

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser, StreamingGrant
from garner.api.faces.batches.jobs import MAX_STATUSES, JobId, split_list, statuses_of
from garner.api.http.dependencies import TheEngine, TheServices
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.engine.jobs.exports import columns_of_job, prepare
from garner.engine.jobs.job_access import NO_SUCH_JOB, own_job
from garner.errors import FieldError, InputError
from garner.field_reasons import field_sentence
from garner.kinds import export_columns as core
from garner.kinds.export_columns import MEDIA_TYPES, Format, RowSelection
from garner.runtime.services import Services
from garner.store.jobs.grid import SHOWN
from garner.store.jobs.job_views import OwnedJob
from garner.store.people.users import User

router = FaceRouter(prefix="/api/jobs", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

MAX_SELECTED = 10_000
MAX_NAME_LENGTH = 120
CLIENT_TIMEOUT_SECONDS = 60.0  # for a client that reads nothing: others wait for its slot
NONE_SELECTED = "Send the ids of the selected items"
ITEM_ID = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
FORMAT = "File format: a workbook, CSV, or JSON lines"
SCOPE = (
    "All rows, rows that changed since the last run (`DONE` with a new result), failed rows, or the rows in `itemIds`"
)
STATUSES = f"Only rows with these statuses: {', '.join(SHOWN)}"
ITEM_IDS = "Only these items"
# Characters that some system does not allow in a file name.
_NOT_OF_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069/\\:*?"<>|]+')


Statuses = Annotated[list[str], BeforeValidator(split_list), Query(max_length=MAX_STATUSES, description=STATUSES)]
ItemIds = Annotated[
    list[UUID] | None,
    BeforeValidator(split_list),
    Query(alias="itemIds", max_length=MAX_SELECTED, description=ITEM_IDS),
]


class Wanted(BaseModel):
    """Options of an export; those that are left out are taken from the query string."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"format": "csv", "scope": "selected", "itemIds": [ITEM_ID]}]}
    )

    format: Format | None = Field(None, description=FORMAT)
    scope: core.ExportScope | None = Field(None, description=SCOPE)
    statuses: list[str] | None = Field(None, max_length=MAX_STATUSES, description=STATUSES)
    item_ids: list[UUID] | None = Field(None, alias="itemIds", max_length=MAX_SELECTED, description=ITEM_IDS)


async def by_address(
    format: Annotated[Format, Query(description=FORMAT)] = Format.XLSX,
    scope: Annotated[core.ExportScope | None, Query(description=SCOPE)] = None,
    statuses: Statuses = [],  # noqa: B006  # FastAPI copies it
    item_ids: ItemIds = None,
) -> Wanted:
    return Wanted(format=format, scope=scope, statuses=statuses, itemIds=item_ids)


ByAddress = Annotated[Wanted, Depends(by_address)]
FILE: dict[str, Any] = {
    "description": "The file",
    "headers": {
        "Content-Disposition": {
            "description": "The name of the uploaded file, with the extension of the format",
            "schema": {"type": "string"},
            "example": 'attachment; filename="products.xlsx"',
        }
    },
    "content": {
        MEDIA_TYPES[Format.XLSX]: {"schema": {"type": "string", "format": "binary"}},
        "text/csv": {
            "example": "row,status,attempts,kind,url,name\r\n1,DONE,1,product,https://shop.example/pan,Pan\r\n"
        },
        MEDIA_TYPES[Format.JSONL]: {
            "example": f'{{"row":1,"id":"{ITEM_ID}","status":"DONE","attempts":1,'
            '"input":{"Name":"Pan"},"result":{"kind":"product","name":"Pan"},"error":null}\n'
        },
    },
}
ANSWERS = {200: FILE, **document_errors(NO_SUCH_JOB, 422)}


class ColumnsShape(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"headers": ["row", "status", "attempts", "url", "name", "input.Name"]}]}
    )

    headers: list[str] = Field(description="In order; columns of the uploaded file start with `input.`")


class Download(StreamingResponse):
    """A download that closes its source when it ends, for any reason."""

    def __init__(self, chunks: AsyncGenerator[bytes], **options: Any) -> None:
        super().__init__(chunks, **options)
        self._chunks = chunks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(CLIENT_TIMEOUT_SECONDS):
                await send(message)

        async with aclosing(self._chunks):
            with suppress(TimeoutError):  # the download is aborted
                await super().__call__(scope, receive, send_in_time)


@router.get(
    "/{jobId}/columns", summary="Get the columns of a job's export", responses=document_errors(NO_SUCH_JOB, 422)
)
async def columns(jobId: JobId, user: CurrentUser, engine: TheEngine) -> ColumnsShape:
    """A table of the job's items with these columns, in this order, matches its export."""
    job = await own_job(engine, user, jobId)
    return ColumnsShape(headers=(await columns_of_job(engine.database, job)).headers)


@router.get(
    "/{jobId}/export",
    summary="Export the rows and results of a job",
    response_class=StreamingResponse,
    responses=ANSWERS,
)
async def download(jobId: JobId, grant: StreamingGrant, services: TheServices, wanted: ByAddress) -> Download:
    """Generated from the database on request, in the order of the file, at any time, also while the job runs. The
    headers are the same for every selection of rows. A browser that saves the file by itself sends no headers, and may
    pass a token of `POST /api/stream-token` in the URL instead."""
    return await _download(services, grant.user, jobId, wanted)


@router.post(
    "/{jobId}/export",
    summary="Export selected rows and results of a job",
    response_class=StreamingResponse,
    responses={**ANSWERS, **document_errors(400, 413)},
)
async def download_selection(
    jobId: JobId,
    user: CurrentUser,
    services: TheServices,
    by_address: ByAddress,
    body: Annotated[Wanted | None, Body()] = None,
) -> Download:
    """The same as GET, for selections that are too long for a URL. The body overrides the query string; without a body,
    the answer is the same as for GET."""
    overrides = {} if body is None else body.model_dump(exclude_none=True)
    return await _download(services, user, jobId, by_address.model_copy(update=overrides))


async def _download(services: Services, user: User, job_id: int, wanted: Wanted) -> Download:
    engine = services.engine
    job = await own_job(engine, user, job_id)
    format = wanted.format or Format.XLSX
    export = await prepare(engine.database, job, _selection(wanted), format)
    headers = {
        "Content-Disposition": disposition(_name_of(job), format),
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
        "X-Content-Type-Options": "nosniff",
    }
    chunks = await services.export_streams.open(user.user_id, export)
    return Download(chunks, media_type=MEDIA_TYPES[format], headers=headers)


def _selection(wanted: Wanted) -> RowSelection:
    scope = wanted.scope or (core.ExportScope.ALL if wanted.item_ids is None else core.ExportScope.SELECTED)
    if scope is core.ExportScope.SELECTED and wanted.item_ids is None:
        raise InputError(field_sentence("itemIds", NONE_SELECTED), fields=[FieldError("itemIds", NONE_SELECTED)])
    return RowSelection(
        scope=scope,
        statuses=tuple(statuses_of(*(wanted.statuses or ()))),
        item_ids=None if wanted.item_ids is None else tuple(wanted.item_ids),
    )


def _name_of(job: OwnedJob) -> str:
    """Return the file's own name without its extension, limited to characters that every system accepts."""
    words = " ".join(_NOT_OF_NAMES.sub(" ", job.file_name or "").split())
    stem = PurePath(words).stem.strip(" .")[:MAX_NAME_LENGTH].strip(" .")
    return stem or f"job-{job.id}"


def disposition(name: str, format: Format) -> str:
    """Return the header value as in RFC 6266, with an ASCII name for clients that do not read the second one."""
    whole = f"{name}.{format}"
    plain = re.sub(r"[^A-Za-z0-9 ._()+-]", "_", whole)
    encoded = "" if plain == whole else f"; filename*=UTF-8''{quote(whole, safe='', errors='replace')}"
    return f'attachment; filename="{plain}"{encoded}'
