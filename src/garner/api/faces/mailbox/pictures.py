"""Mailbox, pictures: a user sends a picture of a recipe, and finds the recipe in the mailbox."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request
from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.faces.mailbox.mailbox import JOB_ID, JobAccepted, status_of
from garner.api.http.dependencies import TheEngine, ip_address_of
from garner.api.http.errors import document_errors
from garner.api.http.json_bodies import format_field_name
from garner.api.http.routing import FaceRouter
from garner.engine.asking.pictures import SubmittedPicture, submit_picture
from garner.errors import BodyTooLarge, FieldError, InputError, MalformedBody, WrongMediaType
from garner.extraction.ocr import ocr
from garner.field_reasons import field_sentence
from garner.store.people.pictures import JOB_TYPE

router = FaceRouter(tags=["mailbox"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

PATH = "/recipes/parse-image/async"
ROOM_FOR_FORM = 100_000  # for the parts of a form besides the file
MAX_FIELDS = 10
NOT_A_FORM = WrongMediaType("Send the picture as multipart/form-data, in the field `file`.")
NO_FILE = "Must contain a picture"
A_BOOLEAN: TypeAdapter[bool] = TypeAdapter(bool)
EXAMPLE = {"id": JOB_ID, "job_type": JOB_TYPE, "url": None, "status": "PENDING"}
FORM_FIELDS = {
    "file": {"type": "string", "format": "binary", "description": "A JPEG, PNG or WebP file"},
    "use_llm_fallback": {
        "type": "boolean",
        "default": True,
        "description": "Allow a language model, if one is configured, for fields that are not found otherwise",
    },
}
FORM = {"type": "object", "required": ["file"], "properties": FORM_FIELDS}


@router.post(
    PATH,
    status_code=202,
    summary="Parse a recipe from a picture",
    responses={
        202: {"model": JobAccepted, "content": {"application/json": {"example": EXAMPLE}}},
        **document_errors(
            400, BodyTooLarge("The picture has more than 15,000,000 bytes."), NOT_A_FORM, 422, ocr.NOT_HERE
        ),
    },
    openapi_extra={"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": FORM}}}},
)
async def parse_image(request: Request, user: CurrentUser, engine: TheEngine) -> JobAccepted:
    """Returns the job; query it like the job of a URL. Sending the same picture again while its job is running returns
    the same job. Text that is read from a picture is visible to its sender only."""
    await asyncio.to_thread(ocr.require)
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise NOT_A_FORM.copy()
    # Parsed here and not by FastAPI, which would do so before it authenticates the sender.
    async with _form(request) as form:
        picture, use_llm = await _picture(form, engine.settings.limits.image_max_bytes), _may_use_llm(form)
        _require_known(form)
    submitted = await submit_picture(
        engine, picture, user_id=user.user_id, ip_address=ip_address_of(request), use_llm=use_llm
    )
    return JobAccepted(id=submitted.item_id, job_type=JOB_TYPE, url=None, status=status_of(submitted.status))


@asynccontextmanager
async def _form(request: Request) -> AsyncIterator[FormData]:
    try:
        form = await request.form(max_files=1, max_fields=MAX_FIELDS)
    except HTTPException as error:
        raise MalformedBody(f"The form cannot be read: {error.detail}") from error
    try:
        yield form
    finally:
        await form.close()


def _require_known(form: FormData) -> None:
    for name in form:
        if name not in FORM_FIELDS:
            raise _make_input_error(
                format_field_name([name]), f"Unknown field; the known ones are {', '.join(FORM_FIELDS)}"
            )


async def _picture(form: FormData, max_bytes: int) -> SubmittedPicture:
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise _make_input_error("file", NO_FILE)
    body = await file.read(max_bytes + 1)
    if not body:
        raise _make_input_error("file", "The file is empty")
    if len(body) > max_bytes:
        raise BodyTooLarge(f"The picture has more than {max_bytes:,} bytes.")
    media_type = await asyncio.to_thread(ocr.check_picture, body)
    name = "".join(character for character in file.filename or "" if character.isprintable())
    return SubmittedPicture(name or "picture", media_type, body)


def _may_use_llm(form: FormData) -> bool:
    flag = form.get("use_llm_fallback", "true")
    try:
        return A_BOOLEAN.validate_python(flag)
    except ValidationError:
        raise _make_input_error("use_llm_fallback", "Must be true or false") from None


def _make_input_error(field: str, reason: str) -> InputError:
    return InputError(field_sentence(field, reason), fields=[FieldError(field, reason)])
