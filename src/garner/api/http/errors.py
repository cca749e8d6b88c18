"""The common shape of API errors: `{error: sentence, code, fields?: [{field, reason}]}`."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from garner.api.http.json_bodies import NOT_JSON, format_field_name
from garner.api.http.limits import MAX_BODY_BYTES
from garner.errors import (
    BodyTooLarge,
    FieldError,
    GarnerError,
    InputError,
    InvalidUrl,
    MalformedBody,
    NotFound,
    TooManyRequests,
    Unavailable,
)
from garner.field_reasons import InvalidReason, field_sentence, pick_most_specific, reason_of

ModelT = TypeVar("ModelT", bound=BaseModel)


class UnfitModel(RequestValidationError):
    """A validation error for a model that FastAPI does not know of."""

    def __init__(self, problems: Sequence[Any], model: type[BaseModel]) -> None:
        super().__init__(problems)
        self.model = model


def validate_fields(model: type[ModelT], fields: Any, where: str = "body") -> ModelT:
    """Validate a request that its route reads itself."""
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
        raise UnfitModel([problem | {"loc": (where, *problem["loc"])} for problem in problems], model) from None


class FieldReason(BaseModel):
    field: str
    reason: str


class ErrorAnswer(BaseModel):
    error: str = Field(description="A sentence that says what is wrong")
    code: str = Field(description="A stable identifier of the error, for programs")
    fields: list[FieldReason] | None = Field(None, description="The invalid fields, with a reason for each")


MAX_FIELDS_REPORTED = 50
MAX_REASON_LENGTH = 500
CLIENT_GONE = 499  # not read by any client; it only keeps the statistics correct
_NO_WEB_ADDRESS = "The URL must start with http:// or https://."
# Examples of each status for the documentation.
_EXAMPLES: dict[int, GarnerError] = {
    error.http_status: error
    for error in (
        MalformedBody(NOT_JSON),
        NotFound("Request not found"),
        BodyTooLarge(f"The body has more than {MAX_BODY_BYTES:,} bytes."),
        InvalidUrl(_NO_WEB_ADDRESS, fields=[FieldError("url", _NO_WEB_ADDRESS)]),
        TooManyRequests(
            "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.", retry_after=1
        ),
        Unavailable("The database cannot be reached at the moment.", retry_after=1),
    )
}
_HEADERS = {
    "Retry-After": {"description": "Seconds to wait before a retry", "schema": {"type": "integer"}},
    "WWW-Authenticate": {"description": "The authentication scheme to use", "schema": {"type": "string"}},
}


def document_errors(*examples: int | GarnerError) -> dict[int | str, dict[str, Any]]:
    """Return a route's `responses`: these statuses, or those of these errors, answer with the common error."""
    errors = [_EXAMPLES[example] if isinstance(example, int) else example for example in examples]
    return {error.http_status: _document_error(error) for error in errors}


def _document_error(error: GarnerError) -> dict[str, Any]:
    response = {"model": ErrorAnswer, "content": {"application/json": {"example": _body(error)}}}
    headers = {name: _HEADERS[name] for name in _headers(error)}
    return {**response, "headers": headers} if headers else response


def answer(error: GarnerError) -> JSONResponse:
    return JSONResponse(_body(error), error.http_status, _headers(error))


def _headers(error: GarnerError) -> dict[str, str]:
    headers = {}
    if error.retry_after is not None:
        headers["Retry-After"] = str(max(1, math.ceil(error.retry_after)))
    if error.http_status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return headers


def _body(error: GarnerError) -> dict[str, Any]:
    body: dict[str, Any] = {"error": error.message, "code": error.code}
    if error.fields:
        body["fields"] = [{"field": field.field, "reason": field.reason} for field in error.fields]
    return body


def unforeseen() -> JSONResponse:
    return answer(GarnerError("Internal server error. It was logged with the X-Request-ID of this response."))


@contextmanager
def about_field(name: str) -> Iterator[None]:
    """Attribute an invalid URL to the field that it came in, which only its face knows."""
    try:
        yield
    except InvalidUrl as error:
        raise InvalidUrl(error.message, fields=[FieldError(name, error.message)]) from None


def _field_errors(problems: Sequence[Any], body: Any, model: type[BaseModel] | None) -> list[FieldError]:
    """Return one error per path. If a value may have several shapes, each of them reports a problem: a shape whose
    parts were examined reports on those parts, and then the reports of the other shapes are dropped."""
    reasons: dict[tuple[Any, ...], list[InvalidReason]] = {}
    for problem in problems[:MAX_FIELDS_REPORTED]:
        reasons.setdefault(_path(problem, body), []).append(_reason(problem, model))
    above = {path[:length] for path in reasons for length in range(1, len(path))}
    return [
        FieldError(format_field_name(path) or "body", pick_most_specific(path_reasons)[:MAX_REASON_LENGTH])
        for path, path_reasons in reasons.items()
        if path not in above
    ]


def _path(problem: Any, body: Any) -> tuple[Any, ...]:
    """Return the path of the problem in the request. Pydantic inserts names of its own for the shapes of a value; they
    are distinguished from real ones by looking at the value."""
    where, *parts = problem["loc"]
    if where != "body" or body is None:
        return tuple(parts)
    path, value = [], body
    for number, part in enumerate(parts, 1):
        is_lacking = problem["type"] == "missing" and number == len(parts)
        if is_lacking or _holds(value, part):
            path.append(part)
            value = None if is_lacking else value[part]
    return tuple(path)


def _holds(value: Any, part: str | int) -> bool:
    if isinstance(part, int):
        return isinstance(value, Sequence) and not isinstance(value, str) and part < len(value)
    return isinstance(value, Mapping) and part in value


def _reason(problem: Any, model: type[BaseModel] | None) -> InvalidReason:
    if problem["type"] != "extra_forbidden":
        return reason_of(problem)
    if model is None or len(problem["loc"]) > 2:  # a nested field
        return InvalidReason("Unknown field")
    names = ", ".join(field.alias or name for name, field in model.model_fields.items())
    return InvalidReason(f"Unknown field; the known ones are {names}")


def _model_of(request: Request) -> type[BaseModel] | None:
    """Return the model of the request's body."""
    return getattr(request.scope.get("route"), "body_model", None)


def _invalid(error: RequestValidationError, model: type[BaseModel] | None) -> GarnerError:
    problems = error.errors()
    if any(problem["type"] in ("json_invalid", "bytes_invalid") for problem in problems):
        return MalformedBody(NOT_JSON)
    if any(problem["loc"] == ("body",) and problem["type"] != "value_error" for problem in problems):
        return InputError("Send a JSON object with Content-Type: application/json.")
    fields = _field_errors(problems, error.body, model)
    first = fields[0]
    return InputError(field_sentence(first.field, first.reason), fields=fields)


def _unreadable(cause: BaseException) -> GarnerError:
    """Return the original error: FastAPI wraps every exception that is raised while it reads a body."""
    return cause if isinstance(cause, GarnerError) else MalformedBody(NOT_JSON)


_PHRASES = {
    404: "This URL does not exist.",
    405: "This URL does not support this method.",
}


def install(app: FastAPI) -> None:
    @app.exception_handler(GarnerError)
    async def _garner(request: Request, error: GarnerError) -> JSONResponse:
        return answer(error)

    @app.exception_handler(ClientDisconnect)
    async def _close(request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=CLIENT_GONE)

    @app.exception_handler(RequestValidationError)
    async def _validation(request: Request, error: RequestValidationError) -> JSONResponse:
        model = error.model if isinstance(error, UnfitModel) else _model_of(request)
        return answer(_invalid(error, model))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        if error.__cause__ is not None and error.status_code == 400:
            return answer(_unreadable(error.__cause__))
        sentence = _PHRASES.get(error.status_code, str(error.detail))
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http_error")
        return JSONResponse({"error": sentence, "code": code}, error.status_code, dict(error.headers or {}))
