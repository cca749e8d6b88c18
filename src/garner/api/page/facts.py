"""The first data that the page needs: sign-in methods, features and limits.

It makes no queries, so that the page loads while the database is unavailable.
"""

from functools import cache
from typing import Any

from fastapi import Request, Response
from pydantic import Field

from garner import __version__
from garner.api.access.local_sign_in import find_refusal
from garner.api.http.dependencies import TheContext
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import Shape, shape_config
from garner.core.urls.page_url import MAX_URL_LENGTH
from garner.extraction.ocr import ocr

router = FaceRouter(prefix="/api/page", tags=["page"])

SIGN_IN = {"google": None, "local": True}
FEATURES = {"pendingDashboard": False, "uploads": True, "ocr": False, "llm": False, "render": False, "sample": True}
LIMITS = {
    "uploadMaxBytes": 1_000_000_000,
    "uploadMaxRows": 2_000_000,
    "imageMaxBytes": 15_000_000,
    "urlMaxLength": MAX_URL_LENGTH,
    "openJobs": 20,
    "mailboxMinutes": 4320,
}
FACTS: dict[str, Any] = {"version": __version__, "signIn": SIGN_IN, "features": FEATURES, "limits": LIMITS}


class SignInShape(Shape):
    model_config = shape_config(SIGN_IN)

    google: str | None = Field(description="Client id for Google's sign-in button; null if Google is not configured")
    local: bool = Field(description="Whether you may sign in with an email address alone from where you connect")


class FeaturesShape(Shape):
    model_config = shape_config(FEATURES)

    pending_dashboard: bool = Field(description="`/api/pending` is enabled")
    uploads: bool = Field(description="Uploads of tables and pictures are enabled")
    ocr: bool = Field(description="OCR is installed on this server; workers on other machines may differ")
    llm: bool = Field(description="A language model is configured, for requests that allow it")
    render: bool = Field(description="Pages in which no record is found are rendered in a browser")
    sample: bool = Field(description="`/api/sample` is available")


class LimitsShape(Shape):
    model_config = shape_config(LIMITS)

    upload_max_bytes: int = Field(description="Total size of the files of an upload")
    upload_max_rows: int = Field(description="Rows of a job")
    image_max_bytes: int = Field(description="Size of a picture of a recipe for the mailbox")
    url_max_length: int
    open_jobs: int = Field(description="Unfinished jobs of a user")
    mailbox_minutes: int = Field(description="Minutes after which a finished parse that was not saved is abandoned")


class PageFacts(Shape):
    model_config = shape_config(FACTS)

    version: str
    sign_in: SignInShape
    features: FeaturesShape
    limits: LimitsShape


@router.get("", summary="Get the configuration of the web page")
async def page_facts(request: Request, response: Response, context: TheContext) -> PageFacts:
    """Needs no token and no database. The sign-in methods depend on where you connect from."""
    response.headers["Cache-Control"] = "no-store"
    settings = context.services.engine.settings
    return PageFacts(
        version=__version__,
        sign_in=SignInShape(google=settings.security.google_client_id, local=find_refusal(request, settings) is None),
        features=FeaturesShape(
            pending_dashboard=settings.server.pending_dashboard,
            uploads=settings.ingest.enabled,
            ocr=_reads_pictures(),
            llm=settings.llm.is_configured,
            render=settings.rendering.enabled,
            sample=context.sample is not None,
        ),
        limits=LimitsShape(
            upload_max_bytes=settings.limits.upload_max_bytes,
            upload_max_rows=settings.limits.upload_max_rows,
            image_max_bytes=settings.limits.image_max_bytes,
            url_max_length=MAX_URL_LENGTH,
            open_jobs=settings.limits.user_max_open_jobs,
            mailbox_minutes=settings.mailbox.abandon_minutes,
        ),
    )


@cache
def _reads_pictures() -> bool:
    """Return whether OCR is installed. Cached: that does not change while a server runs, and checking searches
    folders."""
    return ocr.is_installed()
