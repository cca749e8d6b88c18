"""The application, and the objects that its routes share besides the engine."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fastapi import FastAPI, Request

from garner.api.http.limits import ConcurrencyLimit, RequestLimit, StreamOpenings
from garner.core.record import Kind
from garner.runtime.services import Services

UPLOADS_AT_ONCE = 4  # per user


@dataclass(frozen=True, slots=True)
class SamplePage:
    url: str
    kind: Kind
    title: str


@dataclass(frozen=True, slots=True)
class SampleContent:
    """The available sample pages and table."""

    origin: str
    pages: Sequence[SamplePage]
    table_name: str
    table: bytes  # as CSV
    table_rows: int


@dataclass(frozen=True, slots=True)
class Context:
    services: Services
    guest_limit: RequestLimit
    user_limit: RequestLimit
    sample: SampleContent | None = None
    stream_openings: StreamOpenings = field(default_factory=StreamOpenings)
    uploads_at_once: ConcurrencyLimit = field(default_factory=lambda: ConcurrencyLimit(UPLOADS_AT_ONCE, "uploads"))


class GarnerApp(FastAPI):
    """A FastAPI application that holds the context of its routes."""

    context: Context


def find_context(request: Request) -> Context:
    app: GarnerApp = request.app
    return app.context
