"""Submit a picture of a recipe."""

from dataclasses import dataclass
from hashlib import sha256

from uuid_utils.compat import uuid7

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.record import Kind
from garner.engine.asking.submitter import SINGLE_PRIORITY
from garner.engine.engine import Engine
from garner.errors import Unavailable
from garner.store.ingest.files import NewFile
from garner.store.people import pictures
from garner.store.people.pictures import PictureSubmission

MAX_NAME_LENGTH = 255
ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class SubmittedPicture:
    name: str
    media_type: str
    body: bytes


async def submit_picture(
    engine: Engine, picture: SubmittedPicture, *, user_id: int, ip_address: str | None, use_llm: bool
) -> PictureSubmission:
    """Create the job that reads the picture, or join the open one. The picture is stored before any row refers to it,
    so a crash in between leaves at worst an unreferenced file, which cleanup finds."""
    content_hash = sha256(picture.body).hexdigest()
    path = await engine.blobs.put(content_hash, picture.body)
    name = picture.name[:MAX_NAME_LENGTH]
    file = NewFile(name, picture.media_type, len(picture.body), content_hash, path, ip_address)
    submission = await _submit(engine, file, user_id, use_llm=use_llm)
    if submission.created:
        engine.wake(Stage.MATCH)
    outcome = "created" if submission.created else "joined"
    observe.emit(
        observe.PictureSubmitted(outcome, str(submission.item_id), picture.media_type, len(picture.body)),
    )
    return submission


async def _submit(engine: Engine, file: NewFile, user_id: int, *, use_llm: bool) -> PictureSubmission:
    for _ in range(ATTEMPTS):
        async with engine.database.transaction() as connection:
            submission = await pictures.submit(
                connection,
                uuid7(),
                file,
                user_id=user_id,
                kind=Kind.RECIPE,
                use_llm=use_llm,
                priority=SINGLE_PRIORITY,
            )
        if submission is not None:
            return submission
    raise Unavailable("The same picture was submitted several times at once. Retry in 1 s.", retry_after=1)
