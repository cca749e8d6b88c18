"""The application, and the objects that its routes share besides the engine."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request

from garner.api.http.limits import ConcurrencyLimit, RequestLimit, StreamOpenings
from garner.runtime.services import Services

if TYPE_CHECKING:
    from garner.api.admin.reparse import ReparseRuns
    from garner.api.page.sample import SampleContent

UPLOADS_AT_ONCE = 4  # per user


@dataclass(frozen=True, slots=True)
class Context:
    services: Services
    guest_limit: RequestLimit
    user_limit: RequestLimit
    reparse_runs: "ReparseRuns"
    sample: "SampleContent | None" = None
    stream_openings: StreamOpenings = field(default_factory=StreamOpenings)
    uploads_at_once: ConcurrencyLimit = field(default_factory=lambda: ConcurrencyLimit(UPLOADS_AT_ONCE, "uploads"))


class GarnerApp(FastAPI):
    """A FastAPI application that holds the context of its routes."""

    context: Context


def find_context(request: Request) -> Context:
    app: GarnerApp = request.app
    return app.context
