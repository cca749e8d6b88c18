"""What every route of every face does with a request: bounded JSON, text that can be kept, and a warning about fields
that are ignored."""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel

from garner.api.json_bodies import model_in, read_json, unknown_fields

MOST_NAMED = 10
WARNING = {"description": "Unknown fields that were ignored.", "schema": {"type": "string"}}


class FaceRequest(Request):
    """A request whose JSON is read within bounds, for a route that takes this model."""

    model: type[BaseModel] | None = None

    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            self._json = read_json(await self.body(), self.model)
            if self.model is not None:
                ignore_unknown(self, self.model, self._json)
        return self._json


class FaceRoute(APIRoute):
    @property
    def body_model(self) -> type[BaseModel] | None:
        return None if self.body_field is None else model_in(self.body_field.field_info.annotation)

    @property
    def ignores_fields(self) -> bool:
        """Whether a field that its model does not have is ignored, with a warning, rather than refused or kept."""
        return self.body_model is not None and self.body_model.model_config.get("extra", "ignore") == "ignore"

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        model = self.body_model

        async def handle_face(request: Request) -> Response:
            face_request = FaceRequest(request.scope, request.receive)
            face_request.model = model
            response = await handle(face_request)
            if ignored := getattr(request.state, "ignored_fields", None):
                response.headers["Warning"] = _warning(ignored)
            return response

        return handle_face


class FaceRouter(APIRouter):
    def __init__(self, **options: Any) -> None:
        super().__init__(route_class=FaceRoute, **options)


def ignore_unknown(request: Request, model: type[BaseModel], sent: Any) -> None:
    """Notes what is sent and ignored, for the answer to name. A model that refuses unknown fields does so itself."""
    request.state.ignored_fields = unknown_fields(model, sent)


def _warning(names: Iterable[str]) -> str:
    """RFC 7234, section 5.5: 299 is a warning of any other kind."""
    listed = [quote(name, safe="._-") for name in names]
    more = f" and {len(listed) - MOST_NAMED} more" if len(listed) > MOST_NAMED else ""
    return f'299 garner "Unknown fields were ignored: {", ".join(listed[:MOST_NAMED])}{more}"'
