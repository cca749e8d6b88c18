"""Batches, ingestion: an admin scans a folder, a bucket or an FTP server for new files."""

from typing import Annotated

from fastapi import Depends, Request
from pydantic import BaseModel, Field

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.faces.batches.uploads import DISABLED, UploadWords
from garner.api.http.dependencies import TheEngine, TheServices, ip_address_of
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import shape_config
from garner.core.accounts.actor import ActionSource, AuditActor
from garner.core.urls.source_url import parse_source_url
from garner.engine.files.scanning import ScanOutcome, scan
from garner.engine.files.uploads import Sender
from garner.errors import FieldError, Forbidden, InputError, NotFound
from garner.store.people.users import User

router = FaceRouter(prefix="/api/ingestion", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, 429, DISABLED))

NO_ADMIN = Forbidden("Only admins (GARNER_ADMIN_EMAILS) may scan for files.")
NO_SUCH_FOLDER = NotFound("There is no folder /srv/incoming.")
_NO_SOURCE = "It must be a folder (/folder), s3://bucket/prefix or ftp://host/folder"
UNUSABLE = InputError(f"source: {_NO_SOURCE}.", fields=[FieldError("source", _NO_SOURCE)])
NEW = {"name": "2026/pans.csv", "jobId": 7, "status": "new", "reason": None}
REFUSED = {"name": "notes.pdf", "jobId": None, "status": "refused", "reason": "It is neither a table nor a picture."}


class ScanWords(UploadWords):
    source: str = Field(
        min_length=1,
        max_length=2000,
        description="A folder below GARNER_INGEST_ROOTS, or a location that GARNER_INGEST_SOURCES allows: "
        "/folder, file:///folder, s3://bucket/prefix, ftp://host/folder",
        examples=["/srv/incoming"],
    )


class ScannedFile(BaseModel):
    model_config = shape_config(NEW)

    name: str = Field(description="Path relative to the scanned location")
    job_id: int | None = Field(
        description="The job that was created from it, now or by an earlier scan; null if there is none"
    )
    status: ScanOutcome
    reason: str | None = Field(None, description="Why it was refused")


class ScanAnswer(BaseModel):
    model_config = shape_config({"files": [NEW, REFUSED], "isWhole": True})

    files: list[ScannedFile]
    is_whole: bool = Field(description="False if the location has more files than a scan examines")


async def admin(user: CurrentUser, engine: TheEngine) -> User:
    if not engine.is_admin(user.email):
        raise NO_ADMIN.copy()
    return user


@router.post(
    "/scan",
    summary="Import new files from a folder, bucket or FTP server",
    responses=document_errors(400, NO_ADMIN, NO_SUCH_FOLDER, 413, UNUSABLE),
)
async def scan_place(
    request: Request, words: ScanWords, user: Annotated[User, Depends(admin)], services: TheServices
) -> ScanAnswer:
    """Every file that no earlier scan has ingested becomes a job of its own, as if it had been uploaded. A file that is
    still being written, or for which there is no room at the moment, is refused this time and ingested by a later scan.
    Hidden and unfinished files (`.part`, `.tmp` …) are skipped."""
    engine = services.engine
    if not engine.settings.ingest.enabled:
        raise DISABLED.copy()
    address = ip_address_of(request)
    scan_result = await scan(
        engine,
        services.reading_threads,
        parse_source_url(words.source),
        Sender(user.user_id, address),
        words.options(),
        by=AuditActor(user.email, ActionSource.API, user.user_id, address),
    )
    await services.file_reader.start_if_alone()
    files = [
        ScannedFile(name=file.name, job_id=file.job_id, status=file.outcome, reason=file.reason)
        for file in scan_result.files
    ]
    return ScanAnswer(files=files, is_whole=scan_result.is_whole)
