"""Batches, uploads: a team sends files, and gets a job of their rows.

The form is parsed here and not by FastAPI, which would write it to disk before it authenticates the sender.
"""

from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Header, Request, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.requests import ClientDisconnect

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.http.cancel_on_disconnect import cancel_on_disconnect
from garner.api.http.dependencies import TheContext, ip_address_of
from garner.api.http.errors import document_errors, validate_fields
from garner.api.http.json_bodies import read_json
from garner.api.http.limits import MAX_BODY_BYTES
from garner.api.http.multipart import Form, receive_form
from garner.api.http.routing import FaceRouter, ignore_unknown
from garner.api.http.shapes import Text
from garner.engine.files.file_references import NOT_ALLOWED, submit_reference
from garner.engine.files.uploads import (
    NO_SUCH_FILE,
    USED_KEY,
    Sender,
    Submitted,
    UploadOptions,
    await_rows,
    files_of,
    require_room,
    submit_files,
    submit_kept,
)
from garner.errors import BodyTooLarge, FieldError, InputError, MalformedBody, Unavailable, WrongMediaType
from garner.field_reasons import field_sentence
from garner.kinds.registry import KIND_NAMES, KindOrAuto
from garner.runtime.services import Services
from garner.store.people.users import User

router = FaceRouter(tags=["batches"], responses=document_errors(WITHOUT_TOKEN, 429))

PATH = "/api/jobs"
ROOM_FOR_FORM = 1_000_000  # for the parts of a form besides its files
MAX_KEY_LENGTH = 255
MAX_MAPPED = 100  # columns, each of which has one of a dozen meanings
NOT_A_FORM = WrongMediaType(
    "Send files as multipart/form-data in the field `file`, or application/json with the `fileId` of an earlier upload "
    "or the `source` of a file in an allowed location."
)
DISABLED = Unavailable("Uploads are disabled on this server (DB_INGEST_ENABLED).", retry_after=3600)
NO_FILE = "Must contain a file"
TOO_LARGE = BodyTooLarge("The upload is larger than the limit of 1,000,000,000 bytes.")
EMPTY = InputError("The file is empty.")


def _require_few(mapping: object) -> object:
    """Limit the size of the mapping before its entries are validated."""
    if isinstance(mapping, dict) and len(mapping) > MAX_MAPPED:
        raise ValueError(f"Must have at most {MAX_MAPPED} columns")
    return mapping


class UploadWords(BaseModel):
    """Options of an upload."""

    model_config = ConfigDict(populate_by_name=True)

    kind: KindOrAuto = Field("auto", description="Kind of records that the rows describe")
    mapping: Annotated[dict[Text, Text] | None, BeforeValidator(_require_few)] = Field(
        None,
        max_length=MAX_MAPPED,
        description="Column mapping: `{title: column name}`, or the reverse",
    )
    dedupe: bool = Field(False, description="Skip duplicate rows instead of giving them the same result")
    use_llm: bool = Field(
        False,
        alias="useLlm",
        description="Allow a language model, if one is configured, for fields that are not found otherwise",
    )

    def options(self) -> UploadOptions:
        return UploadOptions(self.kind, self.mapping, self.dedupe, self.use_llm)


ONE_OF_THEM = "Specify one file, by `fileId` or `source`"


def _refuse_boolean(number: object) -> object:
    """Refuse a boolean, which Python accepts as 0 or 1."""
    if isinstance(number, bool):
        raise ValueError("Must be an integer")
    return number


class FileReference(UploadWords):
    fileId: Annotated[int | None, BeforeValidator(_refuse_boolean)] = Field(
        None, ge=1, le=2**63 - 1, description="A file that you uploaded before"
    )
    source: str | None = Field(
        None,
        min_length=1,
        max_length=2000,
        description="A file in a location that GARNER_FILE_SOURCES allows: /folder/name, file:///folder/name or "
        "s3://bucket/key. Admins may also use the locations that they may scan",
        examples=["s3://incoming/2026/pans.csv"],
    )


class JobMade(BaseModel):
    jobId: int = Field(description="The job, at /api/jobs/{jobId}")
    fileId: int | None = Field(description="Its first file; use it to create another job")
    fileIds: list[int] = Field(description="All its files, in order")


Words = TypeVar("Words", bound=UploadWords)
FORM: dict[str, Any] = {
    "type": "object",
    "required": ["file"],
    "properties": {
        "file": {
            "type": "array",
            "items": {"type": "string", "format": "binary"},
            "description": "CSV, TSV, XLSX, XLS, ODS, JSONL, a list of URLs, pictures, or a zip archive of these",
        },
        "kind": {"type": "string", "enum": [*KIND_NAMES, "auto"], "default": "auto"},
        "mapping": {
            "type": "string",
            "contentMediaType": "application/json",
            "description": "Column mapping, as JSON",
            "example": '{"title": "Artikel", "gtin": "EAN"}',
        },
        "dedupe": {"type": "boolean", "default": False},
        "use_llm": {"type": "boolean", "default": False},
    },
}
BODY = {
    "required": True,
    "content": {
        "multipart/form-data": {"schema": FORM},
        "application/json": {
            "schema": FileReference.model_json_schema(),
            "example": {"fileId": 3, "kind": "product", "mapping": {"title": "Artikel"}},
        },
    },
}
MADE = {"model": JobMade, "content": {"application/json": {"example": {"jobId": 7, "fileId": 3, "fileIds": [3]}}}}
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=MAX_KEY_LENGTH,
        description="A repeated upload with the same key and content returns the same job",
    ),
]


@router.post(
    PATH,
    status_code=201,
    summary="Upload tables or pictures as a job",
    responses={
        201: {**MADE, "description": "All rows are stored"},
        202: {**MADE, "description": "The files are stored, and their rows are being read"},
        **document_errors(400, NOT_ALLOWED, NO_SUCH_FILE, USED_KEY, TOO_LARGE, NOT_A_FORM, EMPTY, DISABLED),
    },
    openapi_extra={"requestBody": BODY},
)
async def upload(
    request: Request,
    response: Response,
    user: CurrentUser,
    context: TheContext,
    idempotency_key: Key = None,
) -> JobMade:
    """Answers when every row is in the database, or, if that takes long, as soon as the files are stored: then the job
    shows how far reading has progressed. Lines that cannot be read become items with an error and their line number. A
    file that is damaged in the middle keeps the rows before the damage."""
    services = context.services
    engine = services.engine
    if not engine.settings.ingest.enabled:
        raise DISABLED.copy()
    _require_modest(request, engine.settings.limits.upload_max_bytes)
    if idempotency_key is None:
        await require_room(engine, user.user_id)
    async with context.uploads_at_once.turn(user.user_id):
        submitted = await _submit(request, services, user, idempotency_key)
    await services.file_reader.start_if_alone()
    if not await await_rows(engine, submitted, engine.settings.ingest.wait_seconds):
        response.status_code = 202
    file_ids = await files_of(engine, submitted)
    return JobMade(jobId=submitted.job_id, fileId=next(iter(file_ids), None), fileIds=file_ids)


def _require_modest(request: Request, max_bytes: int) -> None:
    """Refuse a body whose declared length is too large before reading it; a body without a declared length is counted
    while it is read."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > max_bytes + ROOM_FOR_FORM:
        raise BodyTooLarge(f"The upload is larger than the limit of {max_bytes:,} bytes.")


async def _submit(request: Request, services: Services, user: User, key: str | None) -> Submitted:
    engine, threads = services.engine, services.reading_threads
    sender = Sender(user.user_id, ip_address_of(request))
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type == "application/json":
        fields = read_json(await _short_body(request))
        ignore_unknown(request, FileReference, fields)
        named = validate_fields(FileReference, fields)
        return await _cancel_if_disconnected(request, _submit_reference(services, named, user, sender, key))
    if content_type != "multipart/form-data":
        raise NOT_A_FORM.copy()
    async with receive_form(request, engine.settings.storage.data_dir, "file") as form:
        ignore_unknown(request, UploadWords, form.fields)
        words = _words(form)
        if not form.files:
            raise InputError(field_sentence("file", NO_FILE), fields=[FieldError("file", NO_FILE)])
        _require_total(form, engine.settings.limits.upload_max_bytes)
        return await _cancel_if_disconnected(
            request, submit_files(engine, threads, form.files, sender, words.options(), key)
        )


async def _cancel_if_disconnected(request: Request, submitting: Coroutine[Any, Any, Submitted]) -> Submitted:
    """Submit the files, unless the client disconnects: examining them may take long."""
    submitted = await cancel_on_disconnect(request, submitting)
    if submitted is None:
        raise ClientDisconnect
    return submitted


async def _submit_reference(
    services: Services, named: FileReference, user: User, sender: Sender, key: str | None
) -> Submitted:
    engine, threads = services.engine, services.reading_threads
    if named.fileId is not None and named.source is None:
        return await submit_kept(engine, threads, named.fileId, sender, named.options(), key)
    if named.source is not None and named.fileId is None:
        by_admin = engine.is_admin(user.email)
        return await submit_reference(engine, threads, named.source, sender, named.options(), key, by_admin=by_admin)
    raise InputError(f"{ONE_OF_THEM}.", fields=[FieldError(name, ONE_OF_THEM) for name in ("fileId", "source")])


async def _short_body(request: Request) -> bytes:
    """Read a JSON body. This route accepts large bodies, but none of them in memory."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise BodyTooLarge(f"The body has more than {MAX_BODY_BYTES:,} bytes.")
    return bytes(body)


def _require_total(form: Form, max_bytes: int) -> None:
    if sum(file.size_bytes for file in form.files) > max_bytes:
        raise BodyTooLarge(f"The upload is larger than the limit of {max_bytes:,} bytes.")


def _words(form: Form) -> UploadWords:
    words: dict[str, Any] = {name: value for name, value in form.fields.items() if value != ""}
    if "mapping" in words:
        words["mapping"] = _mapping(words["mapping"])
    return validate_fields(UploadWords, words)


def _mapping(text: str) -> object:
    try:
        return read_json(text.encode(errors="replace"))
    except MalformedBody:
        reason = "Must be valid JSON"
    except InputError as error:
        reason = error.message
    raise InputError(field_sentence("mapping", reason), fields=[FieldError("mapping", reason)])
