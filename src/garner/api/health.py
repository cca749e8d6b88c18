"""Health check, readiness check and metrics."""

from fastapi import Response
from pydantic import BaseModel, ConfigDict

from garner import __version__
from garner.api.http.dependencies import TheEngine, TheServices
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.engine import check_ready
from garner.observe.metrics import render

router = FaceRouter(tags=["health"])


class Health(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "ok", "version": __version__}]})

    status: str
    version: str


@router.get("/health", summary="Check that the server is running")
async def health() -> Health:
    return Health(status="ok", version=__version__)


@router.get("/ready", summary="Check that the server can accept work", responses=document_errors(503))
async def ready(engine: TheEngine) -> Health:
    """Queries the database."""
    await check_ready(engine)
    return Health(status="ready", version=__version__)


@router.get("/metrics", summary="Get Prometheus metrics", response_class=Response)
async def metrics(services: TheServices) -> Response:
    """While the database is unavailable, metrics that are counted in it are left out."""
    body, media_type = render(await services.queue_statistics.look())
    return Response(body, media_type=media_type)
