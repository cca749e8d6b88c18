"""Handle the requests of all faces by the same rules: bounded JSON, text that can be stored, and no input that is
silently ignored.

A query parameter or a field that a route does not know is refused (422) by Garner's own routes. Routes of the five
documents ignore it, since their clients may send more than is read, and name it in a `Warning` header. A body that is
sent to a route without one is treated in the same way. A parameter that takes one value may be given only once.
"""

import re
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request, Response, params
from fastapi.dependencies.utils import get_flat_params, get_parameterless_sub_dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel

from garner.api.http.errors import document_errors
from garner.api.http.json_bodies import (
    MAX_UNKNOWN_FIELDS,
    format_field_name,
    holds_many,
    model_in,
    read_json,
    unknown_fields,
)
from garner.errors import FieldError, InputError
from garner.field_reasons import field_sentence

# Routes that the documents define, and routes that machines poll.
LENIENT = frozenset(
    {
        ("POST", "/parse-requests"),
        ("GET", "/parse-requests/{requestId}"),
        ("POST", "/auth/google"),
        ("GET", "/api/user"),
        ("POST", "/recipes"),
        ("POST", "/recipes/parse-url/async"),
        ("GET", "/recipes/parse-url/status/{job_id}"),
        ("GET", "/recipes/parse-url/jobs"),
        ("POST", "/recipes/parse-url/jobs/{job_id}/cancel"),
        ("POST", "/api/jobs"),
        ("GET", "/api/jobs/{jobId}"),
        ("GET", "/api/jobs/{jobId}/items"),
        ("POST", "/api/jobs/{jobId}/kickoff"),
        ("POST", "/api/jobs/{jobId}/pause"),
        ("POST", "/api/jobs/{jobId}/resume"),
        ("POST", "/api/jobs/{jobId}/reprocess"),
        ("POST", "/api/jobs/{jobId}/export"),
        ("POST", "/api/ingestion/scan"),
        ("GET", "/api/pending"),
        ("GET", "/health"),
        ("GET", "/ready"),
        ("GET", "/metrics"),
    }
)
MAX_NAMED = 10
MAX_WARNING_BYTES = 480  # for parameters and for fields each
MAX_NAME_BYTES = 120
WARNING = {"description": "Unknown parameters and fields that were ignored", "schema": {"type": "string"}}
GIVEN_TWICE = "Must be given only once"
NO_BODY = "This route accepts no body"
_NO_SUCH = "Unknown parameter; this route has none"
UNKNOWN_PARAMETER = InputError(field_sentence("sort", _NO_SUCH), fields=[FieldError("sort", _NO_SUCH)])
_CUT_ESCAPE = re.compile(r"%[0-9A-F]?\Z")


class FaceRequest(Request):
    """A request whose JSON is parsed within limits, for a route with this model."""

    model: type[BaseModel] | None = None

    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            self._json = read_json(await self.body(), self.model)
            if self.model is not None:
                ignore_unknown(self, self.model, self._json)
        return self._json


class FaceRoute(APIRoute):
    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        responses: Mapping[int | str, Any] | None = None,
        **options: Any,
    ) -> None:
        is_lenient = any((method, path) in LENIENT for method in options.get("methods") or ())
        refused = {} if is_lenient else document_errors(UNKNOWN_PARAMETER)
        super().__init__(path, endpoint, responses={**refused, **(responses or {})}, **options)

    @property
    def body_model(self) -> type[BaseModel] | None:
        return None if self.body_field is None else model_in(self.body_field.field_info.annotation)

    @property
    def is_lenient(self) -> bool:
        """Whether unknown input is ignored with a warning instead of refused."""
        return any((method, self.path) in LENIENT for method in self.methods or ())

    @property
    def takes_body(self) -> bool:
        return self.body_field is not None or "requestBody" in (self.openapi_extra or {})

    @cached_property
    def parameters(self) -> dict[str, bool]:
        """The known query parameters, and whether each takes several values."""
        fields = [field for field in get_flat_params(self.dependant) if isinstance(field.field_info, params.Query)]
        by_hand = [known for known in (self.openapi_extra or {}).get("parameters", ()) if known["in"] == "query"]
        known = {field.alias: holds_many(field.field_info.annotation) for field in fields}
        return known | {parameter["name"]: parameter["schema"].get("type") == "array" for parameter in by_hand}

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        # The last of its dependencies, so that a caller without a token gets that error first.
        last = get_parameterless_sub_dependant(depends=Depends(check_unknown), path=self.path_format)
        self.dependant.dependencies.append(last)
        handle = super().get_route_handler()
        model = self.body_model

        async def handle_face(request: Request) -> Response:
            face_request = FaceRequest(request.scope, request.receive)
            face_request.model = model
            response = await handle(face_request)
            if warning := _warning(request):
                response.headers["Warning"] = warning
            return response

        return handle_face


class FaceRouter(APIRouter):
    def __init__(self, **options: Any) -> None:
        super().__init__(route_class=FaceRoute, **options)


async def check_unknown(request: Request) -> None:
    route = request.scope["route"]
    assert isinstance(route, FaceRoute)
    _check_parameters(request, route)
    if not route.takes_body and _has_body(request):
        await _check_no_body(request, route)


def _check_parameters(request: Request, route: FaceRoute) -> None:
    given = [name for name, _ in request.query_params.multi_items()]
    single = [name for name, takes_several in route.parameters.items() if not takes_several]
    twice = [FieldError(name, GIVEN_TWICE) for name in single if given.count(name) > 1]
    unknown = sorted({format_field_name([name]) for name in given if name not in route.parameters})
    if route.is_lenient:
        request.state.ignored_parameters = unknown
        refused = twice
    else:
        _require_few(unknown, "parameters")
        known = ", ".join(sorted(route.parameters))
        reason = f"Unknown parameter; the known ones are {known}" if known else _NO_SUCH
        refused = [FieldError(name, reason) for name in unknown] + twice
    _require_none(refused)


def _has_body(request: Request) -> bool:
    headers = request.headers
    return "transfer-encoding" in headers or headers.get("content-length", "0").strip() != "0"


async def _check_no_body(request: Request, route: FaceRoute) -> None:
    names = _names_in(await request.body())
    if route.is_lenient:
        request.state.ignored_fields = names
        return
    _require_few(names, "fields")
    _require_none([FieldError(name, NO_BODY) for name in names])


def _names_in(body: bytes) -> list[str]:
    """Return the fields of an unexpected body; an empty object counts as none."""
    if not body.strip():
        return []
    try:
        value = read_json(body)
    except InputError:
        return ["body"]
    if isinstance(value, dict):
        return [format_field_name([name]) or "body" for name in value]
    return [] if value is None else ["body"]


def _require_few(unknown: list[str], what: str) -> None:
    if len(unknown) > MAX_UNKNOWN_FIELDS:
        raise InputError(f"The request has more than {MAX_UNKNOWN_FIELDS} unknown {what}.")


def _require_none(refused: list[FieldError]) -> None:
    if refused:
        raise InputError(field_sentence(refused[0].field, refused[0].reason), fields=refused)


def ignore_unknown(request: Request, model: type[BaseModel], sent: Any) -> None:
    """Record the ignored fields, for the answer to name. A model that refuses unknown fields does so itself."""
    request.state.ignored_fields = unknown_fields(model, sent)


def _warning(request: Request) -> str:
    """Return the Warning header (RFC 7234, section 5.5): 299 is a miscellaneous persistent warning."""
    ignored = {name: getattr(request.state, f"ignored_{name}", ()) for name in ("parameters", "fields")}
    return ", ".join(
        f'299 garner "Unknown {what} were ignored: {_join_names(names)}"' for what, names in ignored.items() if names
    )


def _join_names(names: Iterable[str]) -> str:
    """Return as many of the names as fit into a header."""
    encoded = [_cut(quote(name, safe="._-")) for name in names]
    named: list[str] = []
    for name in encoded[:MAX_NAMED]:
        if len(", ".join([*named, name])) > MAX_WARNING_BYTES - 80:
            break
        named.append(name)
    more = len(encoded) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")


def _cut(encoded: str) -> str:
    if len(encoded) <= MAX_NAME_BYTES:
        return encoded
    return _CUT_ESCAPE.sub("", encoded[:MAX_NAME_BYTES]) + "..."
